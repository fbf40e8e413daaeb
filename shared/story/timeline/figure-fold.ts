// Figures of a task: when the first content arrived, how much arrived, the longest silence, and the offset of the agent's
// clock.

import type { TaskState } from '../../a2a/model.ts'
import { defined } from '../../defined.ts'
import type { Figures, Rates, Silence } from './outline.ts'

export function createFigures() {
  const rates = createRates()
  let firstByteMs: number | undefined
  let firstEventMs: number | undefined
  let firstTextMs: number | undefined
  let firstReadMs: number | undefined
  let totalMs = 0
  let events = 0
  let receivedBytes = 0
  let quietSinceMs = 0
  let lastArrivalMs = 0
  let longestSilence: Silence | undefined
  let skew: Figures['clockSkewMs']

  return {
    /** Readable text arrived, of the answer or a note. */
    text(ms: number, isAnswer: boolean) {
      firstReadMs = Math.min(ms, firstReadMs ?? ms)
      if (isAnswer) firstTextMs = Math.min(ms, firstTextMs ?? ms)
    },
    /** Something arrived from the agent. `resting`: no answer was due, so the time before it was not a silence. */
    onArrival(ms: number, resting: boolean) {
      firstByteMs ??= ms
      const silence = ms - quietSinceMs
      if (!resting && silence > (longestSilence?.ms ?? 0))
        longestSilence = { fromMs: quietSinceMs, ms: silence }
      quietSinceMs = Math.max(quietSinceMs, ms)
      lastArrivalMs = Math.max(lastArrivalMs, ms)
      totalMs = Math.max(totalMs, ms)
    },
    /** From here on an answer is due. */
    onRequest(ms: number) {
      quietSinceMs = Math.max(quietSinceMs, ms)
      totalMs = Math.max(totalMs, ms)
    },
    event(ms: number, bytes: number, count: number) {
      firstEventMs ??= ms
      events += count
      receivedBytes += bytes
      rates.add(ms, bytes, count)
    },
    clock(agentMs: number, at: number) {
      const ahead = agentMs - at
      skew = { least: Math.min(skew?.least ?? ahead, ahead), most: Math.max(skew?.most ?? ahead, ahead) }
    },
    heardMs: () => lastArrivalMs,
    figures(state: TaskState | undefined): Figures {
      // The notes of a completed task without other text are its answer.
      const answerMs = firstTextMs ?? (state === 'completed' ? firstReadMs : undefined)
      const firstNoteMs =
        answerMs === undefined || answerMs > (firstReadMs ?? answerMs) ? firstReadMs : undefined
      return {
        ...defined({ firstByteMs, firstEventMs, firstNoteMs, firstTextMs: answerMs }),
        ...defined({ longestSilence, clockSkewMs: skew }),
        ...{ totalMs, events, receivedBytes, lastSecond: rates.lastSecond() },
      }
    },
    rates: rates.rates,
  }
}

const firstStepMs = 50
const stepCount = 240
const slots = 20
const slotMs = 1_000 / slots

/**
 * At most `stepCount` steps, twice as wide whenever the task outgrows them; and the last second before the newest event, for
 * the current rate.
 */
function createRates() {
  let stepMs = firstStepMs
  let events: number[] = []
  let bytes: number[] = []
  const ring = Array.from({ length: slots }, () => ({ slot: -1, events: 0, bytes: 0 }))
  let newest = 0

  const widenTo = (ms: number) => {
    while (Math.floor(ms / stepMs) >= stepCount) {
      events = halved(events)
      bytes = halved(bytes)
      stepMs *= 2
    }
  }

  return {
    add(ms: number, size: number, count: number) {
      const time = Math.max(0, ms)
      widenTo(time)
      const step = Math.floor(time / stepMs)
      while (events.length <= step) {
        events.push(0)
        bytes.push(0)
      }
      events[step] = (events[step] ?? 0) + count
      bytes[step] = (bytes[step] ?? 0) + size
      const slot = Math.floor(time / slotMs)
      newest = Math.max(newest, slot)
      const stored = ring[slot % slots]
      if (!stored || slot < stored.slot) return
      if (slot > stored.slot) Object.assign(stored, { slot, events: 0, bytes: 0 })
      stored.events += count
      stored.bytes += size
    },
    rates: (): Rates => ({ stepMs, events: [...events], bytes: [...bytes] }),
    lastSecond() {
      const recent = ring.filter(({ slot }) => slot >= 0 && slot > newest - slots)
      return {
        events: recent.reduce((sum, slot) => sum + slot.events, 0),
        bytes: recent.reduce((sum, slot) => sum + slot.bytes, 0),
      }
    },
  }
}

function halved(counts: readonly number[]): number[] {
  const wider: number[] = []
  for (const [index, count] of counts.entries()) wider[index >> 1] = (wider[index >> 1] ?? 0) + count
  return wider
}
