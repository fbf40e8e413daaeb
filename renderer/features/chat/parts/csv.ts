// Comma-separated values as agents write them: quotes, line breaks in quotes, semicolons or tabs for commas. Never fails;
// linear time.

export interface Csv {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Further rows were not read. */
  readonly isCut: boolean
}

// Part of a CSV that is searched for its separator.
const maxHeadLineChars = 10_000
/** Columns of a table; the file has all of them. */
export const maxTableColumns = 60

/** Read in one go, so that the window goes on; rows after them are not in the table, which reports how many it has. */
export const maxCells = 200_000

export function readCsv(text: string): Csv | undefined {
  const { rows, isCut } = rowsOf(text, separatorOf(text))
  const [head, ...rest] = rows
  if (!head || rest.length === 0 || head.length < 2) return undefined
  return {
    head: head.slice(0, maxTableColumns),
    rows: rest.map((row) => row.slice(0, maxTableColumns)),
    isCut,
  }
}

function separatorOf(text: string): string {
  const line = text.slice(0, maxHeadLineChars).split('\n', 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).mark
}

function rowsOf(
  text: string,
  separator: string,
): { readonly rows: readonly string[][]; readonly isCut: boolean } {
  const rows: string[][] = []
  let row: string[] = []
  const plain = new RegExp(`[^${separator}\\n"]*`, 'y')
  let at = 0
  let cells = 0
  while (at < text.length && cells < maxCells) {
    cells += 1
    const quoted = text[at] === '"' ? quotedCell(text, at) : undefined
    plain.lastIndex = quoted?.next ?? at
    const bare = plain.exec(text)?.[0] ?? ''
    at = plain.lastIndex
    row.push(quoted ? quoted.cell : bare.replace(/\r$/, ''))
    if (text[at] === '"') at = text.length
    else if (text[at] === '\n' || at >= text.length) {
      if (row.length > 1 || row[0] !== '') rows.push(row)
      row = []
      at += 1
    } else {
      at += 1
      if (at >= text.length) row.push('')
    }
  }
  if (row.length > 0) rows.push(row)
  return { rows, isCut: at < text.length }
}

function quotedCell(text: string, from: number): { readonly cell: string; readonly next: number } {
  let end = from + 1
  for (;;) {
    const quote = text.indexOf('"', end)
    if (quote < 0) return { cell: text.slice(from + 1), next: text.length }
    if (text[quote + 1] !== '"')
      return { cell: text.slice(from + 1, quote).replaceAll('""', '"'), next: quote + 1 }
    end = quote + 2
  }
}
