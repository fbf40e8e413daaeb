// Problems of agents: a row for each rule and agent; the inspector shows the selected one.

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Severity } from '#shared/a2a/finding.ts'
import { severities } from '#shared/a2a/severities.ts'
import { maxWordChars } from '#shared/bounded.ts'
import type { FindingGroupPage } from '#shared/contract/console.ts'
import type { FindingGroup } from '#shared/record/finding-groups.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createListOf, type Rows, usePagedList } from '../../../record/paged-list.ts'
import { useFindings } from '../../../state/console.ts'
import { openProblemMenu } from '../../../state/row-menu.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button, ToggleChip } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/field.tsx'
import { counted, formatCount } from '../../../ui/format.ts'
import { Chips, SeverityMark } from '../../../ui/marks.tsx'
import { shortId, visibleString } from '../../../ui/visible-text.ts'
import { useAgentNames } from '../../requests/index.ts'
import { OtherSessions, sessionNameOf } from '../../sessions/index.ts'
import { TimeCell } from './problem/occurrence-grid.tsx'
import '../console.css'
import { useInSession } from './use-in-session.ts'

const words: Readonly<Record<Severity, string>> = { error: 'Errors', warning: 'Warnings', info: 'Info' }

/** Sessions that are requested for their names; older ones are shown by id. */
const namedSessions = 200

export function FindingsTab() {
  const { client } = useEngine()
  const { severity, agentId, rule, muted } = useFindings()
  const inSession = useInSession()
  const view = useMemo(
    () => ({ severity, agentId, inSession, rule, muted }),
    [severity, agentId, inSession, rule, muted],
  )
  const list = useMemo(
    () => createListOf((request, options) => client.console.findingGroups({ ...view, ...request }, options)),
    [client, view],
  )
  const { answer, problem } = usePagedList(list)
  const isNarrowed = Object.values(view).some(Boolean)
  return (
    <div className="column full-height">
      <FindingFilters answer={answer} />
      {problem !== undefined && <p className="notice">{problem}</p>}
      {!!answer?.leftOut && (
        <p className="list-note">{`${counted(answer.leftOut, 'problem')} of further rules and agents are not in this list.`}</p>
      )}
      {!!answer?.total && (
        <div className="fills">
          <GroupGrid list={list} total={answer.total} />
        </div>
      )}
      {answer?.total === 0 && <Nothing isNarrowed={isNarrowed} isMuted={muted} />}
    </div>
  )
}

function Nothing({ isNarrowed, isMuted }: { readonly isNarrowed: boolean; readonly isMuted: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState title={isMuted ? 'No muted rules' : 'Nothing matches'}>
        <p>{isMuted ? 'No rule is muted for an agent here.' : 'No problem matches the filters.'}</p>
        <Button onClick={() => useFindings.getState().showAll()}>Clear the filter</Button>
      </EmptyState>
    )
  return (
    <EmptyState title="No problems">
      <p>Deviations from the agent’s own version of A2A are listed here, each with its rule and place.</p>
      <OtherSessions have="findings" />
    </EmptyState>
  )
}

/** A row for each rule that an agent broke, however often. */
function GroupGrid({ list, total }: { readonly list: Rows<FindingGroup>; readonly total: number }) {
  const problem = useSelection((selection) => selection.problem)
  const nameOf = useAgentNames()
  const columns = useMemo(() => columnsOf(nameOf), [nameOf])
  return (
    <ColumnGrid
      name="Problems"
      columns={columns}
      rowHeight={25}
      count={total}
      onRange={list.request}
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
        <span className="dim" title={visibleString(hint, 2_000)}>
          <CodeText text={hint} />
        </span>
      ),
    },
    {
      name: 'Rule',
      width: '140px',
      cell: ({ rule }) => (
        <span className="mono dim" title={visibleString(rule)}>
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
      cell: ({ firstAt }) => <TimeCell at={firstAt} />,
    },
    {
      name: 'Last',
      width: '110px',
      fromPx: 640,
      cell: ({ lastAt }) => <TimeCell at={lastAt} />,
    },
    {
      name: 'Count',
      width: '48px',
      cell: ({ count }) => <span className="num">{formatCount(count)}</span>,
    },
  ]
}

function FindingFilters({ answer }: { readonly answer: FindingGroupPage | undefined }) {
  const { canFollow, scope } = useEngine()
  const { severity, agentId, rule, muted, narrow } = useFindings()
  const nameOf = useAgentNames()
  return (
    <div className="bar wraps">
      <Chips
        label="Severity"
        className="quick-filters flex shrinks gap-4"
        options={severities.toReversed()}
        value={severity}
        nameOf={(each) => words[each]}
        onChange={(chosen) => narrow({ severity: chosen })}
      />
      <Choice
        name="Agent"
        all="All agents"
        ids={answer?.agents ?? []}
        nameOf={nameOf}
        value={agentId}
        onChange={(chosen) => narrow({ agentId: chosen })}
      />
      {canFollow && scope === undefined && <SessionChoice ids={answer?.sessions ?? []} />}
      <input
        type="search"
        className="input slim finding-rule"
        aria-label="Find a rule"
        placeholder="Find a rule"
        maxLength={maxWordChars}
        value={rule}
        onChange={({ target }) => narrow({ rule: target.value })}
      />
      {(muted || !!answer?.mutedRules) && (
        <ToggleChip
          on={muted}
          title="Rules muted for an agent, left out of lists and counts"
          onClick={() => narrow({ muted: !muted })}
        >
          {`${formatCount(answer?.mutedRules ?? 0)} muted`}
        </ToggleChip>
      )}
      {answer && <span className="faint rigid to-end small">{counted(answer.findings, 'problem')}</span>}
    </div>
  )
}

function SessionChoice({ ids }: { readonly ids: readonly string[] }) {
  const { queries } = useEngine()
  const { inSession, narrow } = useFindings()
  const { data } = useQuery(queries.sessions.list.queryOptions({ input: { limit: namedSessions } }))
  const names = new Map(data?.sessions.map((session) => [session.id, sessionNameOf(session)]))
  return (
    <Choice
      name="Recording"
      all="All recordings"
      ids={ids}
      nameOf={(id) => names.get(id) ?? shortId(id)}
      value={inSession}
      onChange={(chosen) => narrow({ inSession: chosen })}
    />
  )
}

interface ChoiceProps {
  readonly name: string
  readonly all: string
  readonly ids: readonly string[]
  readonly value: string | undefined
  nameOf(id: string): string
  onChange(id: string | undefined): void
}

function Choice({ name, all, ids, value, nameOf, onChange }: ChoiceProps) {
  const offered = value === undefined || ids.includes(value) ? ids : [value, ...ids]
  return (
    <Select
      className="slim finding-choice"
      aria-label={name}
      options={['', ...offered]}
      value={value ?? ''}
      nameOf={(id) => (id === '' ? all : visibleString(nameOf(id)))}
      onChange={(id) => onChange(id === '' ? undefined : id)}
    />
  )
}
