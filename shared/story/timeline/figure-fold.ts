// The figures of a task: when the first things came, how much came, how long nothing did, and how far the agent's clock is
// from ours.

import { defined } from '../../defined.ts'
import type { Figures, Rates, Silence } from './outline.ts'
import { createRates } from './rates.ts'

export interface FigureFold {
  /** The agent said something that can be read. */
  firstText(ms: number): void
  /** Something of the agent's came. `resting`: nothing was owed, so that the time before it was no silence. */
  heard(ms: number, resting: boolean): void
  /** The user asked: from here on an answer is owed. */
  asked(ms: number): void
  event(ms: number, receivedBytes: number, count?: number): void
  clock(agentMs: number, at: number): void
  heardMs(): number
  figures(): Figures
  rates(): Rates
}

export function createFigures(): FigureFold {
  const rates = createRates()
  let firstByteMs: number | undefined
  let firstEventMs: number | undefined
  let firstTextMs: number | undefined
  let totalMs = 0
  let events = 0
  let receivedBytes = 0
  let quietSinceMs = 0
  let lastHeardMs = 0
  let longestSilence: Silence | undefined
  let skew: Figures['clockSkewMs']

  return {
    firstText(ms) {
      firstTextMs ??= ms
    },
    heard(ms, resting) {
      firstByteMs ??= ms
      const silence = ms - quietSinceMs
      if (!resting && silence > (longestSilence?.ms ?? 0))
        longestSilence = { fromMs: quietSinceMs, ms: silence }
      quietSinceMs = Math.max(quietSinceMs, ms)
      lastHeardMs = Math.max(lastHeardMs, ms)
      totalMs = Math.max(totalMs, ms)
    },
    asked(ms) {
      quietSinceMs = Math.max(quietSinceMs, ms)
      totalMs = Math.max(totalMs, ms)
    },
    event(ms, bytes, count = 1) {
      firstEventMs ??= ms
      events += count
      receivedBytes += bytes
      rates.add(ms, bytes, count)
    },
    clock(agentMs, at) {
      const ahead = agentMs - at
      skew = { least: Math.min(skew?.least ?? ahead, ahead), most: Math.max(skew?.most ?? ahead, ahead) }
    },
    heardMs: () => lastHeardMs,
    figures: () => ({
      ...defined({ firstByteMs, firstEventMs, firstTextMs }),
      totalMs,
      events,
      receivedBytes,
      ...defined({ longestSilence }),
      lastSecond: rates.lastSecond(),
      ...defined({ clockSkewMs: skew }),
    }),
    rates: rates.rates,
  }
}
