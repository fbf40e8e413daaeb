// Events and bytes over time: at most so many steps, twice as wide whenever the task outgrows them; and the second before
// the last event, for the rate now.

import type { Rates } from './outline.ts'

export interface RateFold {
  add(ms: number, bytes: number, count?: number): void
  rates(): Rates
  lastSecond(): { readonly events: number; readonly bytes: number }
}

const firstStepMs = 50
const slots = 20
const slotMs = 1_000 / slots

export function createRates(maxSteps = 240): RateFold {
  let stepMs = firstStepMs
  let events: number[] = []
  let bytes: number[] = []
  const ring = Array.from({ length: slots }, () => ({ slot: -1, events: 0, bytes: 0 }))
  let newest = 0

  const widenTo = (ms: number) => {
    while (Math.floor(ms / stepMs) >= maxSteps) {
      events = halved(events)
      bytes = halved(bytes)
      stepMs *= 2
    }
  }

  return {
    add(ms, size, count = 1) {
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
      const kept = ring[slot % slots]
      if (!kept || slot < kept.slot) return
      if (slot > kept.slot) Object.assign(kept, { slot, events: 0, bytes: 0 })
      kept.events += count
      kept.bytes += size
    },
    rates: () => ({ stepMs, events: [...events], bytes: [...bytes] }),
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
