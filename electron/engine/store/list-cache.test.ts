// The cost of lists over a long record.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseFilter } from '#shared/filter/parse-filter.ts'
import { cpuMs } from '#testing/cpu-ms.ts'
import { openRecord } from './record.ts'

test('a pin has only those lists worked out again that ask for pins', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-lists-'))
  const record = openRecord({ dataDir })
  onTestFinished(() => {
    record.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { sessionId } = record.createSession('s')
  for (let index = 0; index < 30_000; index += 1)
    record.append({ sessionId, exchangeId: `x${index}`, at: 1, monoMs: 1, kind: 'note', text: 'n' })
  record.flush()
  const range = { agentsNamed: () => [], offset: 0, limit: 1 }
  const pinned = { ...range, terms: parseFilter('is:pinned').terms }
  const first = await cpuMs(() => record.exchanges.counts({}))
  expect((await record.exchanges.page(pinned)).total).toBe(0)
  record.exchanges.annotate('x1', { pinned: true })
  expect(5 * (await cpuMs(() => record.exchanges.counts({})))).toBeLessThan(first)
  expect((await record.exchanges.page(pinned)).total).toBe(1)
})
