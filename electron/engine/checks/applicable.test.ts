import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { cpuMs } from '#testing/cpu-ms.ts'
import { matchesInTime } from './applicable.ts'
import { BadStep } from './expect.ts'

test('a pattern is looked for', () => {
  expect(matchesInTime('^a+$', 'aaa')).toBe(true)
  expect(matchesInTime('^a+$', 'aab')).toBe(false)
})

test('one that would take for ever is stopped, and says nothing of the agent', async () => {
  const stopped = () => expect(() => matchesInTime(slow, textOf(40))).toThrow(/took too long/)
  expect(await cpuMs(stopped)).toBeLessThan(5_000)
  expect(() => matchesInTime('(', 'a')).toThrow(/isn’t a regular expression/)
  expect(() => matchesInTime('(', 'a')).toThrow(BadStep)
})

test('what a pattern may take is processor time: a busy machine changes no verdict', async () => {
  const chars = Array.from({ length: 20 }, (_, index) => 18 + index).find((count) => costOf(count) > 40_000)
  const busy = Array.from({ length: 8 }, () => new Worker('for (;;);', { eval: true }))
  onTestFinished(async () => void (await Promise.all(busy.map((worker) => worker.terminate()))))
  await Promise.all(busy.map((worker) => new Promise((resolve) => worker.once('online', resolve))))
  expect(matchesInTime(slow, textOf(chars ?? 0))).toBe(false)
})

const slow = '^(a+)+$'

function textOf(count: number): string {
  return `${'a'.repeat(count)}b`
}

/** In microseconds of this thread. */
function costOf(count: number): number {
  const before = process.threadCpuUsage()
  new RegExp(slow).test(textOf(count))
  return process.threadCpuUsage(before).user
}
