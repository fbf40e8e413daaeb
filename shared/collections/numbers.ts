// Rows of numbers of a fixed width, in pages: growing never copies them, and a million of them are not objects for the garbage
// collector to walk.

const pageBits = 9
const pageRows = 1 << pageBits

export interface Numbers {
  readonly length: number
  /** Adds a row of zeros; returns its position. */
  add(): number
  get(row: number, column: number): number
  set(row: number, column: number, value: number): void
}

export function createNumbers(width: number): Numbers {
  const pages: Float64Array[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    add() {
      if (length === pages.length << pageBits) pages.push(new Float64Array(pageRows * width))
      return length++
    },
    get: (row, column) => pages[row >>> pageBits]?.[(row & (pageRows - 1)) * width + column] ?? 0,
    set(row, column, value) {
      const page = pages[row >>> pageBits]
      if (page) page[(row & (pageRows - 1)) * width + column] = value
    },
  }
}
