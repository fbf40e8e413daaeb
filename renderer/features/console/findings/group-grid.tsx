import { useMemo } from 'react'
import type { FindingGroup } from '#shared/record/finding-groups.ts'
import type { Rows } from '../../../record/paged-list.ts'
import { openProblemMenu } from '../../../state/row-menu.ts'
import { useSelection } from '../../../state/selection.ts'
import { CodeText } from '../../../ui/code-text.tsx'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { formatCount } from '../../../ui/format.ts'
import { SeverityMark } from '../../../ui/severity-mark.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useAgentNames } from '../../requests/index.ts'
import { Moment } from './moment.tsx'

interface GroupGridProps {
  readonly list: Rows<FindingGroup>
  readonly total: number
}

/** A row for each rule that an agent broke, however often. */
export function GroupGrid({ list, total }: GroupGridProps) {
  const problem = useSelection((selection) => selection.problem)
  const nameOf = useAgentNames()
  const columns = useMemo(() => columnsOf(nameOf), [nameOf])
  return (
    <ColumnGrid
      name="Problems"
      columns={columns}
      rowHeight={25}
      count={total}
      onRange={list.want}
      rowOf={list.rowAt}
      isSelected={({ rule, agentId }) => rule === problem?.rule && agentId === problem.agentId}
      onSelect={({ rule, agentId }) => useSelection.getState().selectProblem({ rule, agentId })}
      onContext={({ rule, agentId }, at) => {
        useSelection.getState().selectProblem({ rule, agentId })
        openProblemMenu({ rule, agentId }, at)
      }}
    />
  )
}

function columnsOf(nameOf: ReturnType<typeof useAgentNames>): readonly FittingColumn<FindingGroup>[] {
  return [
    {
      name: 'Severity',
      width: '84px',
      cell: ({ severity }) => <SeverityMark severity={severity} named />,
    },
    {
      name: 'Problem',
      width: 'minmax(0, 2fr)',
      fromPx: 360,
      cell: ({ message }) => (
        <span title={visibleString(message, 2_000)}>
          <CodeText text={message} />
        </span>
      ),
    },
    {
      name: 'What to do',
      width: 'minmax(0, 1.4fr)',
      fromPx: 1_000,
      cell: ({ hint }) => (
        <span className="muted" title={visibleString(hint, 2_000)}>
          <CodeText text={hint} />
        </span>
      ),
    },
    {
      name: 'Rule',
      width: '140px',
      cell: ({ rule }) => (
        <span className="mono muted" title={visibleString(rule)}>
          {visibleString(rule)}
        </span>
      ),
    },
    {
      name: 'Agent',
      width: 'minmax(0, 0.7fr)',
      fromPx: 520,
      cell: ({ agentId }) => {
        const name = visibleString(nameOf(agentId))
        return <span title={name}>{name}</span>
      },
    },
    {
      name: 'First',
      width: '110px',
      fromPx: 1_000,
      cell: ({ firstAt }) => <Moment at={firstAt} />,
    },
    {
      name: 'Last',
      width: '110px',
      fromPx: 640,
      cell: ({ lastAt }) => <Moment at={lastAt} />,
    },
    {
      name: 'Count',
      width: '48px',
      cell: ({ count }) => <span className="num">{formatCount(count)}</span>,
    },
  ]
}
