// Where the lines of the list stand when rows are opened: the entries of an open row follow it.

export interface OpenBurst {
  /** Among the rows of the list. */
  readonly position: number
  /** Of the row itself. */
  readonly row: number
  readonly pieces: number
}

type Line =
  | { readonly kind: 'row'; readonly position: number }
  | { readonly kind: 'piece'; readonly burst: OpenBurst; readonly place: number }

export interface Unfolded {
  readonly length: number
  lineAt(index: number): Line
  indexOf(position: number, place?: number): number
}

/** `bursts` in the order of their positions; as many as a reader opens. */
export function unfold(rows: number, bursts: readonly OpenBurst[]): Unfolded {
  const indexOf = (position: number, place = -1) => {
    const before = bursts.filter((burst) => burst.position < position)
    return position + before.reduce((sum, { pieces }) => sum + pieces, 0) + place + 1
  }
  return {
    length: bursts.reduce((sum, { pieces }) => sum + pieces, rows),
    indexOf,
    lineAt(index) {
      let passed = 0
      for (const burst of bursts) {
        const at = burst.position + passed
        if (index <= at) break
        if (index <= at + burst.pieces) return { kind: 'piece', burst, place: index - at - 1 }
        passed += burst.pieces
      }
      return { kind: 'row', position: index - passed }
    },
  }
}
