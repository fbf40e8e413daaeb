import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer } from 'react'
import type { Finding, Severity } from '#shared/a2a/finding.ts'
import type { Entry } from '#shared/record/entry.ts'
import { useEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'
import { createPages } from '../../record/pages.ts'
import { useRecord } from '../../record/use-record.ts'
import { useSelection } from '../../state/selection.ts'
import { ColumnGrid, type FittingColumn } from '../../ui/column-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { useRested } from './use-rested.ts'

/** Where agents strayed from their own version, over all of the record; choosing one shows the exchange it was seen in. */
export function FindingGrid() {
  const { exchangeId, entrySeq } = useSelection()
  const { total, problem } = useFoundTotal()
  const pages = useFound(total ?? 0)
  if (problem !== undefined) return <p className="notice">{problem}</p>
  if (total === undefined) return null
  if (total === 0) {
    return (
      <EmptyState title="No findings">
        <p>Where an agent strays from its own version of A2A, the place and the rule are listed here.</p>
      </EmptyState>
    )
  }
  return (
    <ColumnGrid
      name="Findings"
      columns={columns}
      rowHeight={25}
      count={total}
      followsTail
      onRange={pages.want}
      rowOf={pages.at}
      isSelected={(entry) => entry.exchangeId === exchangeId && entry.seq === entrySeq}
      onSelect={(entry) => useSelection.getState().selectExchange(entry.exchangeId, entry.seq)}
    />
  )
}

/** How many entries have findings; asked again when the window hears of more. */
export function useFoundTotal(): {
  readonly total: number | undefined
  readonly problem: string | undefined
} {
  const { client } = useEngine()
  const heard = useRested(useRecord((record) => record.findings().length))
  const { data, error } = useQuery({
    queryKey: ['console', 'found', heard],
    queryFn: ({ signal }) => client.console.found({ offset: 0, limit: 1 }, { signal }),
    placeholderData: (before) => before,
    gcTime: 1_000,
  })
  return { total: data?.total, problem: error ? messageOf(error) : undefined }
}

function useFound(total: number) {
  const { client } = useEngine()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const pages = useMemo(
    () =>
      createPages<Entry>({
        load: async (offset, limit, signal) =>
          (await client.console.found({ offset, limit }, { signal })).entries,
        onChange: redraw,
        // The query that counts them says what is wrong.
        onProblem: () => undefined,
        final: true,
      }),
    [client],
  )
  useEffect(() => pages.close, [pages])
  useEffect(() => pages.grow(total), [pages, total])
  return pages
}

const gravest: readonly Severity[] = ['error', 'warning', 'info']

function worstOf({ findings = [] }: Entry): Finding | undefined {
  return gravest
    .map((severity) => findings.find((finding) => finding.severity === severity))
    .find((finding) => finding !== undefined)
}

const columns: readonly FittingColumn<Entry>[] = [
  {
    id: 'severity',
    name: 'Severity',
    width: '84px',
    fromPx: 0,
    cell: (entry) => {
      const worst = worstOf(entry)
      return worst && <SeverityMark severity={worst.severity} />
    },
  },
  {
    id: 'rule',
    name: 'Rule',
    width: '132px',
    fromPx: 0,
    cell: ({ findings = [] }) => {
      const rules = [...new Set(findings.map(({ rule }) => rule))].join(', ')
      return (
        <span className="mono" title={rules}>
          {rules}
        </span>
      )
    },
  },
  {
    id: 'what',
    name: 'What',
    width: 'minmax(0, 2fr)',
    fromPx: 0,
    cell: (entry) => {
      const others = (entry.findings?.length ?? 0) - 1
      return (
        <span title={entry.findings?.map(({ message }) => message).join('\n')}>
          {worstOf(entry)?.message}
          {others > 0 && <span className="muted"> and {others} more</span>}
        </span>
      )
    },
  },
  {
    id: 'hint',
    name: 'What to do',
    width: 'minmax(0, 1.4fr)',
    fromPx: 700,
    cell: (entry) => (
      <span className="muted" title={worstOf(entry)?.hint}>
        {worstOf(entry)?.hint}
      </span>
    ),
  },
  {
    id: 'where',
    name: 'Where',
    width: 'minmax(0, 0.8fr)',
    fromPx: 560,
    cell: (entry) => (
      <span className="mono muted" title={worstOf(entry)?.pointer}>
        {worstOf(entry)?.pointer || 'the whole'}
      </span>
    ),
  },
  {
    id: 'spec',
    name: 'Specification',
    width: '96px',
    fromPx: 900,
    cell: (entry) => {
      const spec = worstOf(entry)?.spec
      return spec && <span className="faint">{`${spec.version} §${spec.section}`}</span>
    },
  },
]
