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
  /** By more than pushes, which go back to the caller. */
  isCalled: boolean
}

export function createEdges() {
  const edges = new Map<string, Counted>()
  const between = (from: number, to: number): Counted => {
    const key = `${from} ${to}`
    const nothing = { reasons: {}, guessed: 0, pushes: 0, cards: 0, isCalled: false }
    const known = edges.get(key) ?? { from, to, tally: createTally(), ...nothing }
    edges.set(key, known)
    return known
  }
  return {
    begun({ from, to, cause, facts }: Call) {
      const edge = between(from, to)
      edge.isCalled = true
      if (isCardRead(facts)) {
        edge.cards += 1
        return
      }
      edge.tally.begun()
      if (!cause) return
      for (const reason of cause.reasons) edge.reasons[reason] = (edge.reasons[reason] ?? 0) + 1
      if (cause.guess) edge.guessed += 1
    },
    /** It refers to the task of the call it was made for, which was not known at first. */
    referred({ from, to, cause }: Call) {
      const edge = between(from, to)
      edge.reasons.reference = (edge.reasons.reference ?? 0) + 1
      if (cause?.guess) edge.guessed -= 1
    },
    ended({ from, to, facts }: Call, tookMs: number, how: CallEnd) {
      if (!isCardRead(facts)) between(from, to).tally.ended(tookMs, how)
    },
    pushed(from: number, to: number) {
      between(from, to).pushes += 1
    },
    /** Whether calls lead from one lane to another, directly or through others. */
    leads(from: number, to: number): boolean {
      const reached = new Set([from])
      for (const lane of reached)
        for (const edge of edges.values()) if (edge.from === lane && edge.isCalled) reached.add(edge.to)
      return reached.has(to)
    },
    read: (): readonly Edge[] =>
      [...edges.values()].map(({ tally, isCalled: _, ...edge }) => ({ ...edge, ...tally.read() })),
  }
}
