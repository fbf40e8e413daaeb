import { type ReactNode, useMemo, useState } from 'react'
import { shorten } from '#shared/shorten.ts'
import { PlainCode } from '../../../ui/code/plain-code.tsx'
import { textCost } from '../../../ui/drawing/text-cost.ts'
import { counted } from '../../../ui/format.ts'
import { MarkedText } from '../../../ui/untrusted-text.tsx'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { readCsv } from './csv.ts'

interface TableViewProps {
  readonly name: string
  readonly head: readonly string[]
  readonly count: number
  rowOf(index: number): readonly string[] | undefined
}

const rowHeight = 26
const shownRows = 11
/** Of a CSV that is shown as a table; a larger one stays text. */
export const maxTableChars = 30_000_000
/** Of a cell, which then ends in "…". */
const maxCellChars = 300
/** Of a row with many columns; the cells share it, and end in "…". */
const maxRowChars = 1_200
const leastCellChars = 40

/** Texts of rows that are cached after they were drawn. */
const keptRows = 500

interface ShownRow {
  readonly index: number
  readonly cells: readonly string[]
}

export function TableView({ name, head, count, rowOf }: TableViewProps) {
  const [selected, setSelected] = useState<number>()
  const cellChars = Math.min(maxCellChars, Math.max(leastCellChars, Math.floor(maxRowChars / head.length)))
  const columns = useMemo(
    () =>
      head.map((title, index) => ({
        id: String(index),
        name: visibleString(title, cellChars),
        width: 'minmax(84px, 1fr)',
      })),
    [head, cellChars],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another table has another head
  const shown = useMemo(() => new Map<number, ShownRow>(), [head])
  function shownRow(index: number): ShownRow | undefined {
    const existing = shown.get(index)
    const cells = existing ? undefined : rowOf(index)
    if (!cells) return existing
    if (shown.size >= keptRows) shown.clear()
    const row = { index, cells: head.map((_, column) => shorten(cells[column] ?? '', cellChars)) }
    shown.set(index, row)
    return row
  }
  return (
    <div className="table-view column" style={{ height: rowHeight * (Math.min(count, shownRows) + 1) + 2 }}>
      <VirtualGrid
        name={visibleString(name)}
        columns={columns}
        rowHeight={rowHeight}
        count={count}
        rowOf={shownRow}
        cellsOf={cellsOf}
        costOf={costOf}
        isSelected={({ index }) => index === selected}
        onSelect={({ index }) => setSelected(index)}
      />
    </div>
  )
}

function cellsOf({ cells }: ShownRow): readonly ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
  return cells.map((cell, column) => <MarkedText key={column} text={cell} />)
}

function costOf({ cells }: ShownRow): number {
  return cells.reduce((cost, cell) => cost + textCost(cell), 0)
}

export function CsvTable({ text }: { readonly text: string }) {
  const csv = useMemo(() => readCsv(text), [text])
  if (!csv) {
    return (
      <>
        <p className="table-count faint">
          Not shown as a table: it has a single row, or rows too long to read.
        </p>
        <div className="file-source verbatim scrolls well py-8 px-10">
          <PlainCode name="Text" text={text} />
        </div>
      </>
    )
  }
  return (
    <>
      <TableView name="Table" head={csv.head} count={csv.rows.length} rowOf={(index) => csv.rows[index]} />
      <p className="table-count faint">
        {csv.isCut && 'The first '}
        {rowCount(csv.rows.length)}
      </p>
    </>
  )
}

export function rowCount(count: number): string {
  return counted(count, 'row')
}
