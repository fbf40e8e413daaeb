// Figures of a task: when the first content arrived, how much arrived, the longest silence, and the offset of the agent's
// clock.

import type { TaskState } from '../../a2a/model.ts'
import { defined } from '../../defined.ts'
import type { Figures, Rates, Silence } from './outline.ts'

export class FigureFold {
  readonly #rates = createRates()
  #firstByteMs: number | undefined
  #firstEventMs: number | undefined
  #firstTextMs: number | undefined
  #firstReadMs: number | undefined
  #totalMs = 0
  #events = 0
  #receivedBytes = 0
  #quietSinceMs = 0
  #lastArrivalMs = 0
  #longestSilence: Silence | undefined
  #skew: Figures['clockSkewMs']

  /** Something that can be read arrived, of the answer or a note on the work. */
  text(ms: number, isAnswer: boolean) {
    this.#firstReadMs = Math.min(ms, this.#firstReadMs ?? ms)
    if (isAnswer) this.#firstTextMs = Math.min(ms, this.#firstTextMs ?? ms)
  }

  /** Something arrived from the agent. `resting`: nothing was due, so the time before it was no silence. */
  onArrival(ms: number, resting: boolean) {
    this.#firstByteMs ??= ms
    const silence = ms - this.#quietSinceMs
    if (!resting && silence > (this.#longestSilence?.ms ?? 0))
      this.#longestSilence = { fromMs: this.#quietSinceMs, ms: silence }
    this.#quietSinceMs = Math.max(this.#quietSinceMs, ms)
    this.#lastArrivalMs = Math.max(this.#lastArrivalMs, ms)
    this.#totalMs = Math.max(this.#totalMs, ms)
  }

  /** From here on an answer is due. */
  onRequest(ms: number) {
    this.#quietSinceMs = Math.max(this.#quietSinceMs, ms)
    this.#totalMs = Math.max(this.#totalMs, ms)
  }

  event(ms: number, bytes: number, count: number) {
    this.#firstEventMs ??= ms
    this.#events += count
    this.#receivedBytes += bytes
    this.#rates.add(ms, bytes, count)
  }

  clock(agentMs: number, at: number) {
    const ahead = agentMs - at
    const { least = ahead, most = ahead } = this.#skew ?? {}
    this.#skew = { least: Math.min(least, ahead), most: Math.max(most, ahead) }
  }

  readonly lastArrivalMs = () => this.#lastArrivalMs

  figures(state: TaskState | undefined): Figures {
    // A completed task that only made notes has these for its answer.
    const readMs = this.#firstReadMs
    const firstTextMs = this.#firstTextMs ?? (state === 'completed' ? readMs : undefined)
    const isNote = firstTextMs === undefined || firstTextMs > (readMs ?? firstTextMs)
    return {
      ...defined({ firstByteMs: this.#firstByteMs, firstEventMs: this.#firstEventMs }),
      ...defined({ firstNoteMs: isNote ? readMs : undefined, firstTextMs }),
      ...defined({ longestSilence: this.#longestSilence, clockSkewMs: this.#skew }),
      totalMs: this.#totalMs,
      events: this.#events,
      receivedBytes: this.#receivedBytes,
      lastSecond: this.#rates.lastSecond(),
    }
  }

  readonly rates = () => this.#rates.rates()
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
