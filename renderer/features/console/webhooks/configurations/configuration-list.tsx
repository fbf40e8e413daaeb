// The push configurations, those of one task together, and beside them the one that is chosen.

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PushConfiguration, ReceiverState } from '#shared/contract/push.ts'
import { useEngine } from '../../../../host/engine.tsx'
import { useWebhooks } from '../../../../state/webhooks.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { formatClock } from '../../../../ui/format.ts'
import { shortId } from '../../../../ui/short-id.ts'
import { useWidth } from '../../../../ui/use-width.ts'
import { VirtualGrid } from '../../../../ui/virtual-grid.tsx'
import { SideBySide } from '../side-by-side.tsx'
import { ConfigurationDetail } from './configuration-detail.tsx'
import { planWords, proofWords, StandingMark } from './configuration-words.tsx'

const columns = [
  { id: 'task', name: 'Task', width: '92px', from: 0 },
  { id: 'agent', name: 'Agent', width: 'minmax(70px, 0.7fr)', from: 620 },
  { id: 'name', name: 'Known as', width: 'minmax(80px, 1fr)', from: 0 },
  { id: 'standing', name: 'At the agent', width: '104px', from: 0 },
  { id: 'proof', name: 'Proof asked', width: '112px', from: 700 },
  { id: 'calls', name: 'Calls', width: '52px', from: 0 },
  { id: 'last', name: 'Last call', width: '64px', from: 520 },
  { id: 'plan', name: 'Answers', width: '104px', from: 440 },
] as const
type ColumnId = (typeof columns)[number]['id']

interface ConfigurationListProps {
  readonly state: ReceiverState
  onTurnOn(): void
  onNew(): void
}

export function ConfigurationList({ state, onTurnOn, onNew }: ConfigurationListProps) {
  const { configurations, listening } = state
  const { configId, chooseConfiguration } = useWebhooks()
  const rows = useMemo(() => byTask(configurations), [configurations])
  const chosen = rows.find(({ id }) => id === configId)
  const nameOf = useAgentName()
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const shown = columns.filter(({ from }) => widthPx >= from)

  if (rows.length === 0) {
    return (
      <EmptyState title="No push configurations">
        <p>
          A configuration tells an agent where to send what happens to a task. Each gets a path and a token
          that nobody can guess. It may also go along with a message.
        </p>
        <Button primary onClick={listening ? onNew : onTurnOn}>
          {listening ? 'New configuration' : 'Turn the receiver on'}
        </Button>
      </EmptyState>
    )
  }

  const cell = (column: ColumnId, config: PushConfiguration) => {
    switch (column) {
      case 'task':
        return (
          <span className="mono muted" title={config.taskId}>
            {config.taskId === undefined ? 'not known yet' : shortId(config.taskId)}
          </span>
        )
      case 'agent':
        return <span className="muted">{nameOf(config.agentId)}</span>
      case 'name':
        return <span title={config.url}>{config.agentConfigId}</span>
      case 'standing':
        return <StandingMark config={config} />
      case 'proof':
        return <span className="muted">{proofWords(config)}</span>
      case 'calls':
        return <span className={config.calls === 0 ? 'faint num' : 'num'}>{config.calls}</span>
      case 'last':
        return (
          <span className="mono muted">
            {config.lastCallAt === undefined ? '' : formatClock(config.lastCallAt)}
          </span>
        )
      case 'plan':
        return <span className="muted">{planWords(config.plan)}</span>
    }
  }

  return (
    <SideBySide
      name="configuration"
      detail={chosen && <ConfigurationDetail key={chosen.id} config={chosen} state={state} />}
    >
      <div ref={ref} className="webhook-list">
        <VirtualGrid
          name="Push configurations"
          columns={shown}
          rowHeight={25}
          count={rows.length}
          rowOf={(index) => rows[index]}
          isSelected={({ id }) => id === configId}
          onSelect={({ id }) => chooseConfiguration(id)}
          cellsOf={(config) => shown.map(({ id }) => <span key={id}>{cell(id, config)}</span>)}
        />
      </div>
    </SideBySide>
  )
}

/** The task touched last first, its configurations in the order they were made. */
function byTask(configurations: readonly PushConfiguration[]): readonly PushConfiguration[] {
  const groups = new Map<string, PushConfiguration[]>()
  for (const config of configurations) {
    const key = `${config.agentId} ${config.taskId ?? config.id}`
    groups.set(key, [...(groups.get(key) ?? []), config])
  }
  const newest = (group: readonly PushConfiguration[]) => Math.max(...group.map(({ createdAt }) => createdAt))
  return [...groups.values()].sort((a, b) => newest(b) - newest(a)).flat()
}

export function useAgentName(): (agentId: string) => string {
  const { queries } = useEngine()
  const { data } = useQuery(queries.agents.list.queryOptions())
  return (agentId) => data?.find(({ id }) => id === agentId)?.name ?? 'removed agent'
}
