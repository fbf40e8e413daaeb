import { expect, test } from 'vitest'
import type { Entry } from '../record/entry.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { bugReport } from './bug-report.ts'

const base = { seq: 1, sessionId: 's', exchangeId: 'x', at: 0, monoMs: 0 }
const row: ExchangeRow = {
  id: 'x',
  sessionId: 's',
  kind: 'operation',
  method: 'POST',
  url: 'http://a/',
  label: 'Send*Message',
  state: 'done',
  status: 200,
  code: -32001,
  problem: 'no <such> task',
  sentBytes: 2,
  receivedBytes: 2,
  startedAt: 0,
  startedMonoMs: 0,
  frames: 1,
  comments: 0,
  findings: { error: 1, warning: 0, info: 0 },
  pinned: false,
  firstSeq: 1,
  lastSeq: 3,
}
const entries: readonly Entry[] = [
  {
    ...base,
    kind: 'request',
    call: { purpose: 'operation', label: 'SendMessage' },
    method: 'POST',
    url: 'http://a/',
    headers: [['Authorization', 'Bearer [secret:0123abcd]']],
    body: { sizeBytes: 2, text: '{}' },
  },
  {
    ...base,
    kind: 'frame',
    monoMs: 1_250,
    index: 0,
    framing: 'sse',
    raw: { sizeBytes: 9, text: 'data: ```\n# no\n\n' },
    findings: [
      {
        rule: 'R-1',
        severity: 'error',
        pointer: '/a|b',
        message: 'bad\nthing',
        hint: 'mend it',
        spec: { version: '1.0', section: '3.1' },
      },
    ],
  },
]

test('a report tells what was asked, answered and wrong, and what an agent wrote cannot leave its fence', () => {
  const text = bugReport({
    row,
    entries,
    card: '{"name":"A"}',
    versions: [['Parley', '0.1.0']],
    textOf: (body) => body.text ?? '',
    curl: "curl 'http://a/'",
  })
  expect(text).toBe(`# Send\\*Message: 200 · -32001 no \\<such\\> task

| | |
|---|---|
| Parley | 0.1.0 |

## Findings

- **error** bad thing mend it (frame 1 \`/a\\|b\`, R-1, A2A 1.0 §3.1)

## Request

\`\`\`http
POST http://a/
Authorization: Bearer <secret>
\`\`\`

\`\`\`json
{}
\`\`\`

\`\`\`sh
curl 'http://a/'
\`\`\`

## Answer

### Frames

1 in all.

\`\`\`\`
1\t+1.250 s\tdata: \`\`\`
# no
\`\`\`\`

## Agent card

\`\`\`json
{"name":"A"}
\`\`\`
`)
})

test('a frame with nothing but backticks is cut short and still cannot leave its fence', () => {
  const [request] = entries
  const ticks = (text: string): Entry => ({
    ...{ ...base, kind: 'frame', index: 0, framing: 'sse' },
    raw: { sizeBytes: text.length, text },
  })
  const report = (text: string) =>
    bugReport({
      row,
      entries: [...(request ? [request] : []), ticks(text)],
      versions: [],
      textOf: (body) => body.text ?? '',
      curl: `curl --data-raw '${'` '.repeat(150_000)}'`,
    })
  expect(report('`'.repeat(9))).toContain(`\n${'`'.repeat(10)}\n1\t+0.000 s\t${'`'.repeat(9)}\n`)
  expect(report('` '.repeat(100_000))).toContain('… 134463 characters more\n```\n')
})
