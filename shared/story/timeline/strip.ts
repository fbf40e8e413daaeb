// The pieces of an artifact as a strip of at most so many cells; where there are more, each cell stands for several.

import type { StripCell } from './outline.ts'

const cellCount = 64

interface Cell {
  chunks: number
  bytes: number
  replaced: boolean
  last: boolean
  whole: boolean
}

export type Strip = ReturnType<typeof createStrip>

export function createStrip() {
  let cells: Cell[] = []
  let perCell = 1

  return {
    add(bytes: number, marks: Pick<Cell, 'replaced' | 'last' | 'whole'>) {
      const cell = { chunks: 1, bytes, ...marks }
      const last = cells.at(-1)
      if (last && last.chunks < perCell) {
        merge(last, cell)
        return
      }
      if (cells.length >= cellCount) {
        cells = pairs(cells)
        perCell *= 2
      }
      cells.push(cell)
    },
    cells: (): readonly StripCell[] =>
      cells.map(({ chunks, bytes, replaced, last, whole }) => ({
        chunks,
        bytes,
        ...(replaced && { replaced }),
        ...(last && { last }),
        ...(whole && { whole }),
      })),
  }
}

function merge(into: Cell, cell: Cell): void {
  into.chunks += cell.chunks
  into.bytes += cell.bytes
  into.replaced ||= cell.replaced
  into.last ||= cell.last
  into.whole ||= cell.whole
}

function pairs(cells: readonly Cell[]): Cell[] {
  const halved: Cell[] = []
  for (const [index, cell] of cells.entries()) {
    const before = halved.at(-1)
    if (index % 2 === 1 && before) merge(before, cell)
    else halved.push({ ...cell })
  }
  return halved
}
