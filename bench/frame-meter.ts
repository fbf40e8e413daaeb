/// <reference lib="dom" />
// What a reader feels of a page: how long its frames take, how long a key press waits for its letter, how many elements there are.
// A frame is timed by the refresh of the display it was made for: one that took too long leaves refreshes without a frame.

import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'

export interface Felt {
  readonly ms: number
  readonly frames: number
  readonly p50FrameMs: number
  readonly p95FrameMs: number
  readonly worstFrameMs: number
  readonly typingMs: number
  readonly mostElements: number
}

/** The worst of twenty frames is the 95th percentile. */
const leastMs = 3_000

/** Measures from `begin` until `until` resolves, for at least three seconds, typing meanwhile into `typeInto`. */
export async function feel(
  page: Page,
  typeInto: Locator | undefined,
  until: () => Promise<void>,
  begin?: () => Promise<void>,
): Promise<Felt> {
  await page.evaluate(startMeter)
  const began = performance.now()
  await begin?.()
  let done = false
  let ms = 0
  const awaited = until()
    .then(() => {
      ms = performance.now() - began
      return setTimeout(Math.max(0, leastMs - ms))
    })
    .finally(() => {
      done = true
    })
  await typeInto?.focus()
  while (typeInto && !done) {
    await page.keyboard.press('x')
    await page.waitForTimeout(60)
  }
  await awaited
  return { ms, ...(await page.evaluate(readMeter)) }
}

export function framesInWords({ p50FrameMs, p95FrameMs, worstFrameMs }: Felt): string {
  return [p50FrameMs, p95FrameMs, worstFrameMs].map((ms) => `${ms.toFixed(1)} ms`).join(', ')
}

interface Meter {
  readonly frames: number[]
  readonly typed: number[]
  most: number
  running: boolean
}

type Metered = typeof globalThis & { meter?: Meter }

/** Runs in the page. */
function startMeter(): void {
  const meter: Meter = { frames: [], typed: [], most: 0, running: true }
  const page = globalThis as Metered
  page.meter = meter
  let last: number | undefined
  let ticks = 0
  const tick = (refresh: number) => {
    if (last !== undefined) meter.frames.push(refresh - last)
    last = refresh
    if (ticks++ % 15 === 0) meter.most = Math.max(meter.most, document.getElementsByTagName('*').length)
    if (meter.running) requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => globalThis.setTimeout(() => meter.typed.push(performance.now() - timeStamp)))
  })
}

/** Runs in the page. */
function readMeter(): Omit<Felt, 'ms'> {
  const { meter } = globalThis as Metered
  if (!meter) throw new Error('no meter')
  meter.running = false
  const at = (values: readonly number[], part: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
  return {
    frames: meter.frames.length,
    p50FrameMs: at(meter.frames, 0.5),
    p95FrameMs: at(meter.frames, 0.95),
    worstFrameMs: Math.max(...meter.frames),
    typingMs: at(meter.typed, 0.95),
    mostElements: meter.most,
  }
}
