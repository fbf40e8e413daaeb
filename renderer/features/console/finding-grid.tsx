import { useMemo } from 'react'
import type { Finding, Severity } from '#shared/a2a/finding.ts'
import type { ListPage } from '#shared/contract/console.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { Entry } from '#shared/record/entry.ts'
import { useEngine } from '../../host/engine.tsx'
import { createPagedList, type PagedList } from '../../record/paged-list.ts'
import { usePagedList } from '../../record/use-paged-list.ts'
import { useSelection } from '../../state/selection.ts'
import { ColumnGrid, type FittingColumn } from '../../ui/column-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { visibleString } from '../../ui/visible-text.ts'

/** Where agents strayed from their own version, over all of the record; choosing one shows the exchange it was seen in. */
export function FindingGrid() {
  const { exchangeId, entrySeq } = useSelection()
  const { client } = useEngine()
  const list = useMemo(() => createFindingList(client), [client])
  const { answer, problem } = usePagedList(list)
  if (problem !== undefined) return <p className="notice">{problem}</p>
  if (answer === undefined) return null
  if (answer.total === 0) {
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
      count={answer.total}
      followsTail
      onRange={list.want}
      rowOf={list.rowAt}
      isSelected={(entry) => entry.exchangeId === exchangeId && entry.seq === entrySeq}
      onSelect={(entry) => useSelection.getState().selectExchange(entry.exchangeId, entry.seq)}
    />
  )
}

function createFindingList({ console }: EngineClient): PagedList<Entry, ListPage<Entry>> {
  return createPagedList<Entry, ListPage<Entry>>({
    follow: ({ version: seen, ...more }, signal) => console.findings({ ...more, seen }, { signal }),
    load: async (offset, limit, signal) => (await console.findings({ offset, limit }, { signal })).rows,
  })
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
        <span title={visibleString((entry.findings ?? []).map(({ message }) => message).join('\n'), 2_000)}>
          {visibleString(worstOf(entry)?.message ?? '')}
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
    cell: (entry) => {
      const hint = visibleString(worstOf(entry)?.hint ?? '')
      return (
        <span className="muted" title={hint}>
          {hint}
        </span>
      )
    },
  },
  {
    id: 'where',
    name: 'Where',
    width: 'minmax(0, 0.8fr)',
    fromPx: 560,
    cell: (entry) => {
      const pointer = visibleString(worstOf(entry)?.pointer ?? '')
      return (
        <span className="mono muted" title={pointer}>
          {pointer || 'the whole'}
        </span>
      )
    },
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
