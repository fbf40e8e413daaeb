import { useMemo, useState } from 'react'
import { formatCount } from '../../../ui/format.ts'
import { MarkedText } from '../../../ui/untrusted-text.tsx'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { readCsv } from './csv.ts'

interface TableViewProps {
  /** The accessible name. */
  readonly name: string
  readonly head: readonly string[]
  readonly count: number
  rowOf(index: number): readonly string[] | undefined
}

const rowHeight = 26
const shownRows = 11
/** Larger ones stay text. */
export const mostTableCharacters = 30_000_000
const longestCell = 300

/** Any table, drawn row by row as it is scrolled. */
export function TableView({ name, head, count, rowOf }: TableViewProps) {
  const [selected, setSelected] = useState<number>()
  const columns = head.map((title, index) => ({
    id: String(index),
    name: title.slice(0, longestCell),
    width: 'minmax(84px, 1fr)',
  }))
  return (
    <div className="table-view" style={{ height: rowHeight * (Math.min(count, shownRows) + 1) + 2 }}>
      <VirtualGrid
        name={name}
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
            <MarkedText key={column} text={(cells[column] ?? '').slice(0, longestCell)} />
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
        <MarkedText text={text.slice(0, 20_000)} />
      </pre>
    )
  }
  return (
    <>
      <TableView name="Table" head={csv.head} count={csv.rows.length} rowOf={(index) => csv.rows[index]} />
      <p className="table-count faint">{rowCount(csv.rows.length)}</p>
    </>
  )
}

export function rowCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`
}
