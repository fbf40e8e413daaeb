// Comma-separated values as agents write them: quotes, line breaks in quotes, semicolons or tabs for commas. Total and linear.

export interface Csv {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export const mostColumns = 60

export function readCsv(text: string): Csv | undefined {
  const rows = rowsOf(text, separatorOf(text))
  const [head, ...rest] = rows
  if (!head || rest.length === 0 || head.length < 2) return undefined
  return { head: head.slice(0, mostColumns), rows: rest.map((row) => row.slice(0, mostColumns)) }
}

function separatorOf(text: string): string {
  const line = text.slice(0, 10_000).split('\n', 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).mark
}

function rowsOf(text: string, separator: string): readonly string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const plain = new RegExp(`[^${separator}\\n"]*`, 'y')
  let at = 0
  while (at < text.length) {
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
  return rows
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
