import { useMemo } from 'react'
import type { Entry } from '#shared/record/entry.ts'
import { entryPlace } from '#shared/record/entry-body.ts'
import type { Rows } from '../../../../record/paged-list.ts'
import { openProblemMenu } from '../../../../state/row-menu.ts'
import { type SelectedProblem, useSelection } from '../../../../state/selection.ts'
import { CodeText } from '../../../../ui/code-text.tsx'
import { ColumnGrid, type FittingColumn } from '../../../../ui/column-grid.tsx'
import { whenOf } from '../../../../ui/format.ts'
import { visibleString } from '../../../../ui/visible-text.ts'
import { findingsOf, type Occurrence } from './use-occurrence.ts'

interface OccurrenceGridProps {
  readonly problem: SelectedProblem
  readonly list: Rows<Entry>
  readonly total: number
  readonly at: Occurrence['at']
}

/** Every place where an agent broke one rule. */
export function OccurrenceGrid({ problem, list, total, at }: OccurrenceGridProps) {
  const { rule } = problem
  const columns = useMemo(() => columnsOf(rule), [rule])
  const select = (entry: Entry) => {
    const { exchangeId, seq: entrySeq } = entry
    const [{ pointer } = {}] = findingsOf(entry, rule)
    useSelection.getState().selectProblem(problem, { exchangeId, entrySeq, pointer })
  }
  return (
    <ColumnGrid
      name="Occurrences"
      columns={columns}
      rowHeight={25}
      count={total}
      onRange={list.request}
      rowOf={list.rowAt}
      isSelected={({ exchangeId, seq }) => exchangeId === at?.exchangeId && seq === at.seq}
      onSelect={select}
      onContext={(entry, at) => {
        select(entry)
        openProblemMenu(problem, at)
      }}
    />
  )
}

function columnsOf(rule: string): readonly FittingColumn<Entry>[] {
  return [
    {
      name: 'When',
      width: '110px',
      cell: ({ at }) => <TimeCell at={at} />,
    },
    {
      name: 'In',
      width: '104px',
      fromPx: 400,
      cell: (entry) => entryPlace(entry),
    },
    {
      name: 'Place',
      width: 'minmax(0, 1fr)',
      cell: (entry) => {
        const pointer = visibleString(findingsOf(entry, rule)[0]?.pointer ?? '')
        return (
          <span className="mono dim" title={pointer}>
            {pointer || '(entire response)'}
          </span>
        )
      },
    },
    {
      name: 'Problem',
      width: 'minmax(0, 1.4fr)',
      fromPx: 640,
      cell: (entry) => {
        const messages = findingsOf(entry, rule).map(({ message }) => message)
        return (
          <span title={visibleString(messages.join('\n'), 2_000)}>
            <CodeText text={messages[0] ?? ''} />
          </span>
        )
      },
    },
  ]
}

export function TimeCell({ at }: { readonly at: number }) {
  const date = new Date(at).toISOString()
  return (
    <time className="num dim" dateTime={date} title={date}>
      {whenOf(at)}
    </time>
  )
}
