import { expect, test } from 'vitest'
import type { Entry } from '../record/entry.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { problemReport } from './bug-report.ts'

const row: ExchangeRow = {
  ...{
    id: 'x',
    sessionId: 's',
    kind: 'operation',
    method: 'POST',
    url: 'http://a/',
    label: 'message/stream',
  },
  ...{
    state: 'done',
    sentBytes: 2,
    receivedBytes: 2,
    startedAt: 0,
    startedMonoMs: 0,
    frames: 1,
    comments: 0,
  },
  ...{ findings: { error: 1, warning: 0, info: 0 }, pinned: false, firstSeq: 1, lastSeq: 3 },
}
const at = { seq: 2, sessionId: 's', exchangeId: 'x', at: 0, monoMs: 0 }
const shown = {
  title: '`state` isn’t *one*',
  row,
  textOf: ({ text = '' }: { readonly text?: string }) => text,
}

test('a problem has its facts and the bytes of its place, which cannot leave their fence', () => {
  const entry: Entry = {
    ...{ ...at, kind: 'frame', index: 4, framing: 'sse', raw: { sizeBytes: 9, text: 'data: …' } },
    data: { sizeBytes: 9, text: '{"state":"```[secret:0123abcd]"}' },
  }
  expect(
    problemReport({ ...shown, facts: [['Received', '"almost\ndone"']], entry }),
  ).toBe(`# \\\`state\\\` isn’t \\*one\\*

- **Received**: "almost done"
- **Request**: message/stream: POST http://a/

## Event 5

\`\`\`\`
{"state":"\`\`\`<secret>"}
\`\`\`\`
`)
})

test('of a head it has the header fields, and of an exchange as a whole no bytes', () => {
  const entry: Entry = { ...at, kind: 'response', status: 200, statusText: 'OK', headers: [['A', 'b']] }
  expect(problemReport({ ...shown, facts: [], entry })).toContain(
    '## Response head\n\n```http\nHTTP 200\nA: b\n```',
  )
  expect(problemReport({ ...shown, facts: [], entry: undefined })).not.toContain('##')
})
