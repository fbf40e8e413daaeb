// How lanes call one another, counted as it happens.

import type { Call } from './calls.ts'
import type { Edge, ReasonKind } from './sequence.ts'
import { createTally, type Tally } from './tally.ts'

interface Counted {
  readonly from: number
  readonly to: number
  readonly tally: Tally
  readonly reasons: Partial<Record<ReasonKind, number>>
  guessed: number
  pushes: number
}

export interface Edges {
  begun(call: Call): void
  ended(call: Call, tookMs: number, failed: boolean): void
  pushed(from: number, to: number): void
  read(): readonly Edge[]
}

export function createEdges(): Edges {
  const edges = new Map<string, Counted>()
  const between = (from: number, to: number): Counted => {
    const key = `${from} ${to}`
    const known = edges.get(key) ?? { from, to, tally: createTally(), reasons: {}, guessed: 0, pushes: 0 }
    edges.set(key, known)
    return known
  }
  return {
    begun({ from, to, cause }) {
      const edge = between(from, to)
      edge.tally.begun()
      if (!cause) return
      for (const reason of cause.reasons) edge.reasons[reason] = (edge.reasons[reason] ?? 0) + 1
      if (cause.guess) edge.guessed += 1
    },
    ended: ({ from, to }, tookMs, failed) => between(from, to).tally.ended(tookMs, failed),
    pushed(from, to) {
      between(from, to).pushes += 1
    },
    read: () => [...edges.values()].map(({ tally, ...edge }) => ({ ...edge, ...tally.read() })),
  }
}
