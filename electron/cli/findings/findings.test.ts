import { expect, test } from 'vitest'
import type { Finding, Severity } from '#shared/a2a/finding.ts'
import { foldFindings } from './findings.ts'

const match = (rule: string, severity: Severity, message: string, seq: number) => {
  const finding: Finding = {
    ...{ rule, severity, message, pointer: '', hint: '' },
    spec: { version: '1.0', section: '4' },
  }
  const place = { seq, sessionId: 'session', exchangeId: 'exchange' }
  return { finding, entry: { kind: 'note' as const, ...place, at: seq, monoMs: seq, text: '' } }
}

test('equal findings are one; of a rule whose messages all differ some are listed, the others counted', async () => {
  const all = [
    match('A', 'warning', 'same', 1),
    ...Array.from({ length: 40 }, (_, index) => match('B', 'error', `at ${index}`, 10 + index)),
    match('A', 'warning', 'same', 60),
    match('A', 'error', 'same', 70),
  ]
  const folded = await foldFindings(
    (async function* () {
      yield* all
    })(),
  )
  const texts = folded.map(({ rule, severity, messages, others }) => [
    `${severity} ${rule}`,
    [...messages.values()].map(({ first, last, count }) => [count, first.entry.seq, last.entry.seq]),
    others,
  ])
  const listed = [10, 11, 12, 13, 14].map((seq) => [1, seq, seq])
  expect(texts).toEqual([
    ['error A', [[1, 70, 70]], 0],
    ['error B', listed, 35],
    ['warning A', [[2, 1, 60]], 0],
  ])
})
