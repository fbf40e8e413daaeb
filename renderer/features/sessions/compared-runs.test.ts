import { expect, test } from 'vitest'
import type { Run } from '#shared/replay/runs.ts'
import { compareRuns, summaryOf } from './compared-runs.ts'

const run = (prompt: string, text: string, totalMs = 1): Run => ({
  seq: totalMs,
  says: prompt,
  totalMs,
  states: [{ state: 'completed', atMs: totalMs }],
  results: [{ name: 'Plan', text }],
})

test('what is equal but for its times is equal, and the summary counts the rest', () => {
  const runs = compareRuns(
    [run('Lisbon', 'by train'), run('Porto', 'by train'), run('hello', 'hi')],
    [run('Lisbon', 'by train', 90), run('Porto', 'by bus'), run('Faro', 'by car')],
  )
  expect(runs.map(({ isEqual }) => isEqual)).toEqual([true, false, false, false])
  expect(summaryOf(runs)).toBe('4 prompts · 1 differs · 1 equal · 1 only in the first · 1 only in the second')
})
