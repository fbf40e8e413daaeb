import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countOf } from '#shared/record/run.ts'
import { followRecord } from './follow-record.ts'
import { openRecord } from './store/record.ts'

test('a window gets many frames of a run at once, but entries that stand alone in bounded pages', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-follow-'))
  const record = openRecord({ dataDir })
  try {
    const { sessionId } = record.createSession('s')
    const base = { sessionId, exchangeId: 'x', at: 1, monoMs: 1 }
    for (let index = 0; index < 1_500; index += 1) record.append({ ...base, kind: 'note', text: `${index}` })
    const wrap = { start: 'data: ', end: '\n\n' }
    const texts = Array.from({ length: 900 }, (_, index) => `${index}`).join('\n')
    for (const index of [0, 900]) {
      const run = { ...base, kind: 'run', index, count: 900, wrap, before: '', after: '', texts } as const
      record.appendRun({ ...run, times: [[900, 1, 1]] })
    }
    record.flush()
    const pages: (readonly [rows: number, entries: number, next: number])[] = []
    for (let after = 0; after < record.latest(); ) {
      const { packed, next } = await followRecord(record, { after, limit: 5_000 })
      pages.push([packed.length, packed.reduce((sum, each) => sum + countOf(each), 0), next])
      after = next
    }
    expect(pages).toEqual([
      [200, 200, 200],
      [200, 200, 400],
      [200, 200, 600],
      [200, 200, 800],
      [200, 200, 1_000],
      [200, 200, 1_200],
      [200, 200, 1_400],
      [102, 1_900, 3_300],
    ])
  } finally {
    record.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
