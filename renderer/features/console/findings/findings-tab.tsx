// Where agents strayed from their own version: a row for each rule and agent, which is in the inspector when it is selected.

import { useMemo } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { createListOf } from '../../../record/paged-list.ts'
import { usePagedList } from '../../../record/use-paged-list.ts'
import { useFindings } from '../../../state/findings.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { counted } from '../../../ui/format.ts'
import { OtherSessions } from '../../sessions/index.ts'
import { FindingFilters } from './finding-filters.tsx'
import { GroupGrid } from './group-grid.tsx'
import { useInSession } from './use-in-session.ts'
import './findings.css'

export function FindingsTab() {
  const { client } = useEngine()
  const { severity, agentId, rule, muted } = useFindings()
  const inSession = useInSession()
  const view = useMemo(
    () => ({ severity, agentId, inSession, rule, muted }),
    [severity, agentId, inSession, rule, muted],
  )
  const list = useMemo(
    () => createListOf((asked, options) => client.console.findingGroups({ ...view, ...asked }, options)),
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

interface NothingProps {
  readonly isNarrowed: boolean
  readonly isMuted: boolean
}

function Nothing({ isNarrowed, isMuted }: NothingProps) {
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
