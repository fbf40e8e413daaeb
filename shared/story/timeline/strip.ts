// The pieces of an artifact as a strip of at most so many cells; where there are more, each cell stands for several.

import type { StripCell } from './outline.ts'

export interface Strip {
  add(
    bytes: number,
    marks: { readonly replaced: boolean; readonly last: boolean; readonly whole: boolean },
  ): void
  cells(): readonly StripCell[]
}

interface Cell {
  chunks: number
  bytes: number
  replaced: boolean
  last: boolean
  whole: boolean
}

export function createStrip(maxCells = 64): Strip {
  let cells: Cell[] = []
  let perCell = 1

  return {
    add(bytes, marks) {
      const last = cells.at(-1)
      if (last && last.chunks < perCell) {
        merge(last, { chunks: 1, bytes, ...marks })
        return
      }
      if (cells.length >= maxCells) {
        cells = pairs(cells)
        perCell *= 2
      }
      cells.push({ chunks: 1, bytes, ...marks })
    },
    cells: () =>
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
