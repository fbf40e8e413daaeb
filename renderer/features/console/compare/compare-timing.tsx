import { counted, formatBytes, formatCount, formatDuration } from '../../../ui/format.ts'
import type { Side } from './use-side.ts'

interface Figure {
  readonly name: string
  readonly format: (value: number) => string
  read(side: Side): number | undefined
}

const figures: readonly Figure[] = [
  {
    name: 'First byte',
    format: formatDuration,
    read: ({ row, figures }) => figures?.firstByteMs ?? row.headMs,
  },
  { name: 'First text', format: formatDuration, read: (side) => side.figures?.firstTextMs },
  {
    name: 'Longest gap',
    format: formatDuration,
    read: ({ figures }) => figures?.longestSilence?.ms,
  },
  { name: 'Total', format: formatDuration, read: ({ row }) => row.endedMs },
  { name: 'Events', format: formatCount, read: ({ row }) => row.frames - row.comments },
  { name: 'Received', format: formatBytes, read: ({ row }) => row.receivedBytes },
]

export interface ComparedFigure {
  readonly name: string
  readonly first: string
  readonly second: string
  /** Absent where both are equal as displayed. */
  readonly difference?: string
}

export function compareFigures(left: Side, right: Side): readonly ComparedFigure[] {
  return figures.map(({ name, format, read }) => {
    const [before, after] = [read(left), read(right)]
    const shown = (value: number | undefined) => (value === undefined ? '—' : format(value))
    const [first, second] = [shown(before), shown(after)]
    if (first === second) return { name, first, second }
    const hasBoth = before !== undefined && after !== undefined
    return { name, first, second, difference: hasBoth ? signed(after - before, format) : '—' }
  })
}

function signed(difference: number, format: Figure['format']): string {
  return `${difference < 0 ? '−' : '+'}${format(Math.abs(difference))}`
}

interface TimingDiffProps {
  readonly compared: readonly ComparedFigure[]
  readonly onlyDifferences: boolean
}

export function TimingDiff({ compared, onlyDifferences }: TimingDiffProps) {
  const equal = compared.filter(({ difference }) => difference === undefined)
  const shown = onlyDifferences ? compared.filter((figure) => !equal.includes(figure)) : compared
  return (
    <>
      {shown.length > 0 && (
        <table className="compare-timing num small full-width">
          <caption className="visually-hidden">Timing</caption>
          <thead>
            <tr>
              {['Figure', 'First', 'Second', 'Difference'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, first, second, difference }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{first}</td>
                <td>{second}</td>
                <td>{difference ?? <span className="dim">equal</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {onlyDifferences && equal.length > 0 && (
        <p className="dim mt-10">
          {counted(equal.length, 'equal figure')}: {equal.map(({ name }) => name).join(', ')}
        </p>
      )}
    </>
  )
}
