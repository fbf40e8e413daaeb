// Frames are drawn by hand; the frame after a change is late by `lateMs`.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './follow-versions.ts'

const frameMs = 16
let lateMs = 0
let owedMs = 0
const { signal } = new AbortController()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (draw: (at: number) => void) => {
    setTimeout(() => draw(performance.now()), owedMs + frameMs - (performance.now() % frameMs))
    owedMs = 0
  })
  lateMs = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The milliseconds between shown changes while changes never stop. */
async function flood(count: number, pace = createPace(50)): Promise<readonly number[]> {
  const at: number[] = []
  const flooding = (async () => {
    const news = () => {
      at.push(performance.now())
      owedMs = lateMs
    }
    for (let given = 0; given < count; given++) await pace.show(news, signal)
  })()
  await vi.runAllTimersAsync()
  await flooding
  return at.slice(1).map((time, index) => time - (at[index] ?? 0))
}

test('while frames are in time, news comes as often as can be seen', async () => {
  expect(Math.max(...(await flood(20)))).toBeLessThanOrEqual(50 + 2 * 16)
})

test('while they are late it comes less and less often, but never stops', async () => {
  lateMs = 30
  const gaps = await flood(12)
  expect(gaps[0]).toBeLessThan(gaps[3] ?? 0)
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(800)
  expect(gaps.at(-1)).toBeLessThanOrEqual(800 + 2 * 46)
})

test('it comes oftener again when frames are in time, and at once after a quiet while', async () => {
  const pace = createPace(50)
  lateMs = 30
  await flood(8, pace)
  lateMs = 0
  const easing = await flood(20, pace)
  expect(easing.at(-1)).toBeLessThan(easing[0] ?? 0)
  await vi.advanceTimersByTimeAsync(500)
  expect(Math.max(...(await flood(3, pace)))).toBeLessThanOrEqual(50 + 2 * 16)
})

test('a window that is not looked at is told without waiting for its frames', async () => {
  vi.stubGlobal('document', { hidden: true })
  expect(await flood(4)).toEqual([50, 50, 50])
})
