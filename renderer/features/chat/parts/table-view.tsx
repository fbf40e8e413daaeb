import { useMemo, useState } from 'react'
import { shorten } from '#shared/shorten.ts'
import { formatCount } from '../../../ui/format.ts'
import { MarkedText } from '../../../ui/untrusted-text.tsx'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { readCsv } from './csv.ts'

/** Of a file's text before "Show more". */
export const maxFirstFileChars = 20_000

interface TableViewProps {
  /** The accessible name. */
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

/** Any table, drawn row by row as it is scrolled. */
export function TableView({ name, head, count, rowOf }: TableViewProps) {
  const [selected, setSelected] = useState<number>()
  const columns = head.map((title, index) => ({
    id: String(index),
    name: shorten(title, maxCellChars),
    width: 'minmax(84px, 1fr)',
  }))
  return (
    <div className="table-view" style={{ height: rowHeight * (Math.min(count, shownRows) + 1) + 2 }}>
      <VirtualGrid
        name={visibleString(name)}
        columns={columns}
        rowHeight={rowHeight}
        count={count}
        rowOf={(index) => {
          const cells = rowOf(index)
          return cells && { index, cells }
        }}
        cellsOf={({ cells }) =>
          head.map((_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
            <MarkedText key={column} text={shorten(cells[column] ?? '', maxCellChars)} />
          ))
        }
        isSelected={({ index }) => index === selected}
        onSelect={({ index }) => setSelected(index)}
      />
    </div>
  )
}

export function CsvTable({ text }: { readonly text: string }) {
  const csv = useMemo(() => readCsv(text), [text])
  if (!csv) {
    return (
      <pre className="segment-text plain">
        <MarkedText text={shorten(text, maxFirstFileChars)} />
      </pre>
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
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`
}
