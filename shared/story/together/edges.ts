// How lanes call one another, counted as it happens.

import { type Call, isCardRead } from './calls.ts'
import type { Edge, ReasonKind } from './sequence.ts'
import { type CallEnd, createTally, type Tally } from './tally.ts'

interface Counted {
  readonly from: number
  readonly to: number
  readonly tally: Tally
  readonly reasons: Partial<Record<ReasonKind, number>>
  guessed: number
  pushes: number
  cards: number
}

export interface Edges {
  begun(call: Call): void
  /** It refers to the task of the call it was made for, which was not known at first. */
  referred(call: Call): void
  ended(call: Call, tookMs: number, how: CallEnd): void
  pushed(from: number, to: number): void
  read(): readonly Edge[]
}

export function createEdges(): Edges {
  const edges = new Map<string, Counted>()
  const between = (from: number, to: number): Counted => {
    const key = `${from} ${to}`
    const known = edges.get(key) ?? {
      from,
      to,
      tally: createTally(),
      reasons: {},
      guessed: 0,
      pushes: 0,
      cards: 0,
    }
    edges.set(key, known)
    return known
  }
  return {
    begun({ from, to, cause, facts }) {
      const edge = between(from, to)
      if (isCardRead(facts)) {
        edge.cards += 1
        return
      }
      edge.tally.begun()
      if (!cause) return
      for (const reason of cause.reasons) edge.reasons[reason] = (edge.reasons[reason] ?? 0) + 1
      if (cause.guess) edge.guessed += 1
    },
    referred({ from, to, cause }) {
      const edge = between(from, to)
      edge.reasons.reference = (edge.reasons.reference ?? 0) + 1
      if (cause?.guess) edge.guessed -= 1
    },
    ended({ from, to, facts }, tookMs, how) {
      if (!isCardRead(facts)) between(from, to).tally.ended(tookMs, how)
    },
    pushed(from, to) {
      between(from, to).pushes += 1
    },
    read: () => [...edges.values()].map(({ tally, ...edge }) => ({ ...edge, ...tally.read() })),
  }
}
