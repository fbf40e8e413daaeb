// Plain frames of one exchange that followed each other, their texts joined: how the record keeps them, and what the fold
// can go through without making an object of each.

import type { FrameEntry } from '../entry.ts'
import { utf8Bytes } from './text-size.ts'

export interface FrameRun {
  readonly sessionId: string
  readonly exchangeId: string
  /** Of the first frame; the others follow without gaps. */
  readonly seq: number
  readonly index: number
  readonly raw: string
  /** For each frame: the length of its text, wall clock, monotonic clock. */
  readonly facts: Float64Array
}

export const factsPerFrame = 3
const dataField = 'data: '

export function factsAt(facts: Float64Array, place: number): readonly [number, number, number] {
  const start = place * factsPerFrame
  return [facts[start] ?? 0, facts[start + 1] ?? 0, facts[start + 2] ?? 0]
}

export function frameOf(run: FrameRun, place: number, raw: string): FrameEntry {
  const data = raw.slice(dataField.length, -2)
  const sizeBytes = utf8Bytes(raw)
  const [, at, monoMs] = factsAt(run.facts, place)
  return {
    seq: run.seq + place,
    sessionId: run.sessionId,
    exchangeId: run.exchangeId,
    at,
    monoMs,
    kind: 'frame',
    index: run.index + place,
    framing: 'sse',
    raw: { sizeBytes, text: raw },
    data: { sizeBytes: sizeBytes - dataField.length - 2, text: data },
  }
}
