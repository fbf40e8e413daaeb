import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Finding } from '#shared/a2a/finding.ts'
import type { Masking } from '../sessions/file/body-lines.ts'
import { openRecord, type SessionRecord } from '../store/record.ts'
import { reportOf } from './console.ts'

const nothingSecret: Masking = { text: (text) => text, bytes: (bytes) => bytes }

let dir: string
let record: SessionRecord

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'parley-report-'))
  record = openRecord({ dataDir: dir })
})
afterEach(() => {
  record.close()
  rmSync(dir, { recursive: true })
})

test('a report of a long stream counts all of it, and tells what is wrong at its end', async () => {
  const place = { sessionId: record.createSession('').sessionId, exchangeId: 'x', at: 0, monoMs: 0 }
  record.append({
    ...{ ...place, kind: 'request', call: { purpose: 'operation', label: 'SendStreamingMessage' } },
    ...{ method: 'POST', url: 'http://127.0.0.1/', headers: [] },
    body: record.keep(Buffer.from(JSON.stringify('long'.repeat(50_000)))),
  })
  const finding: Finding = {
    ...{ rule: 'R-1', pointer: '/a', message: 'No good.', hint: 'Mend it.' },
    severity: 'error',
    spec: { version: '1.0', section: '3.1' },
  }
  for (let index = 0; index < 1_500; index++) {
    const raw = { sizeBytes: 9, text: `data: ${index}\n\n` }
    const findings = index >= 1_250 && { findings: [finding] }
    record.append({ ...place, kind: 'frame', index, framing: 'sse', raw, ...findings })
  }
  const { fileName, text } = await reportOf({ record, mask: nothingSecret, version: '0.1.0' }, 'x', null)
  expect(fileName).toBe('SendStreamingMessage-1970-01-01.md')
  const lines = text.split('\n')
  expect(lines.filter((line) => line.startsWith('- **error** No good.'))).toHaveLength(200)
  expect(lines).toEqual(
    expect.arrayContaining([
      '- **error** No good. Mend it. (frame 1251 `/a`, R-1, A2A 1.0 §3.1)',
      '- and 50 more',
      'The first 100 of 1500.',
      expect.stringMatching(
        /^The command that sends it again is left out: it is 200\d{3} characters long\.$/,
      ),
    ]),
  )
  expect(text.length).toBeLessThan(100_000)
})

test('of an exchange that is gone there is no report', async () => {
  await expect(reportOf({ record, mask: nothingSecret, version: '0.1.0' }, 'x', null)).rejects.toThrow(
    'no longer in the record',
  )
})
