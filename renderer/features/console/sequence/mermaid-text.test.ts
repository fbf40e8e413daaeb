import { expect, test } from 'vitest'
import type { Edge, SequenceRow } from '#shared/story/sequence/sequence.ts'
import { mapAsMermaid, sequenceAsMermaid } from './mermaid-text.ts'

const base = { key: '0', at: 0, sinceMs: 0, exchangeId: 'x', seq: 1, bars: '00' }
const why = { reasons: ['inside'], guess: true, exchangeId: 'top' } as const
const rows: readonly SequenceRow[] = [
  { ...base, from: 0, to: 1, kind: 'call', label: 'SendMessage' },
  { ...base, from: 1, to: 0, kind: 'state', state: 'working' },
  { ...base, from: 0, to: 1, kind: 'call', label: 'end', why },
  { ...base, from: 1, to: 0, kind: 'answer', tookMs: 12, problem: 'no; -->>\nL0: "really"' },
]
const edge: Edge = {
  from: 0,
  to: 1,
  calls: 2,
  open: 0,
  failed: 1,
  aborted: 0,
  pushes: 0,
  cards: 0,
  reasons: {},
  guessed: 2,
  medianMs: 9,
  p95Ms: 12,
}

test('rows become lines, a guess a dotted one that says so, and what is left out is said', () => {
  expect(sequenceAsMermaid({ rows, total: 9 }, ['Parley', 'Weather'])).toBe(`sequenceDiagram
    participant L0 as Parley
    participant L1 as Weather
    L0->>L1: SendMessage
    L1-->>L0: working
    L0--)L1: guess, #101;nd
    L1-->>L0: no#59; --#62;#62;#10;L0#58; #34;really#34; · 12 ms
    Note over L0: 5 more rows
`)
})

test('no name is anything but text', () => {
  const hostile = [
    'end',
    '"];click L0 href "javascript:x"',
    '%%{init: {}}%%',
    'a\n-->b',
    '',
    '#35;',
    '</b><script>',
  ]
  for (const name of hostile) {
    for (const text of [
      sequenceAsMermaid({ rows: rows.slice(0, 1), total: 1 }, [name, name]),
      mapAsMermaid([edge], [name, name]),
    ]) {
      const lines = text.trimEnd().split('\n')
      expect(lines.length).toBe(4)
      const [, output = ''] = /(?:as |\[")(.*?)(?:"\]|$)/.exec(lines[1] ?? '') ?? []
      expect(output.replace(/#\d+;/g, '')).toMatch(/^[\p{L}\p{N} .,_/×·-]*$/u)
      expect(output).not.toMatch(/\bend\b/i)
    }
  }
})

test('the map is a flowchart of who calls whom', () => {
  expect(mapAsMermaid([edge], ['Parley', 'Weather'])).toBe(`flowchart LR
    L0["Parley"]
    L1["Weather"]
    L0 -.->|"guess#58; 2 calls · 1 failed · median 9 ms · p95 12 ms"| L1
`)
})
