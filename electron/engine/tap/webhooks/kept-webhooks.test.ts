import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memorySecretStore } from '../../access/secret-store.ts'
import { openKeptWebhooks } from './kept-webhooks.ts'

const most = 20

test('over a restart a tap has those it used last, and no more than the bound', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-webhooks-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const secrets = memorySecretStore()
  const open = () => openKeptWebhooks({ dataDir, secrets, keptFor: 'good', most })
  const webhooks = await open()
  const ofTap = webhooks.webhooksOf('tap')
  for (let index = 0; index < 3 * most; index += 1) {
    const key = `key-${index}`
    const url = `http://webhook.test/${index}?token=secret-${index}`
    ofTap.add({ key, id: key, agentId: 'a', url, isFar: false, caller: '127.0.0.1:9' })
    ofTap.find('key-0')
  }
  await webhooks.close()

  const keys = (await open())
    .webhooksOf('tap')
    .list()
    .map(({ key }) => key)
  const newest = Array.from({ length: most - 1 }, (_, index) => `key-${2 * most + index + 1}`)
  expect(new Set(keys)).toEqual(new Set(['key-0', ...newest]))
  // Credentials of a deleted webhook are deleted, too.
  expect([secrets.has('tap webhook key-1'), secrets.has('tap webhook key-0')]).toEqual([false, true])
})
