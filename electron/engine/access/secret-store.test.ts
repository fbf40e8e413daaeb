import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSealedSecrets } from './secret-store.ts'

test('a secret that is forgotten while it is being sealed is gone, on disk too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'secrets.json')
  const sealing = Promise.withResolvers<void>()
  const secrets = await openSealedSecrets(path, {
    async close(secret) {
      await sealing.promise
      return Buffer.from(secret)
    },
    open: async (sealed) => sealed.toString(),
  })
  const set = secrets.set('a sign-in', 'planted-secret')
  const forgotten = secrets.forget(['a sign-in'])
  sealing.resolve()
  await Promise.all([set, forgotten])
  expect([secrets.has('a sign-in'), await secrets.get('a sign-in')]).toEqual([false, undefined])
  expect(readFileSync(path, 'utf8')).not.toContain(Buffer.from('planted-secret').toString('base64'))
})
