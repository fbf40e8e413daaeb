// The push configurations, grouped by task, with the chosen one beside.

import { useMemo } from 'react'
import type { PushConfiguration, ReceiverState } from '#shared/contract/push.ts'
import { runCommand } from '../../../../commands/commands.ts'
import { useWebhooks } from '../../../../state/console.ts'
import { Button } from '../../../../ui/button.tsx'
import { ColumnGrid, type FittingColumn } from '../../../../ui/column-grid.tsx'
import { EmptyState } from '../../../../ui/feedback.tsx'
import { formatClock } from '../../../../ui/format.ts'
import { ListAndDetail } from '../../../../ui/list-and-detail.tsx'
import { shortId, visibleString } from '../../../../ui/visible-text.ts'
import { useAgentNames } from '../../../requests/index.ts'
import { ConfigurationDetail } from './configuration-detail.tsx'
import { planWords, proofWords, StandingMark } from './configuration-words.tsx'
import '../webhooks.css'

export function ConfigurationList({ state }: { readonly state: ReceiverState }) {
  const { configurations, listening } = state
  const { configId, chooseConfiguration } = useWebhooks()
  const rows = useMemo(() => byTask(configurations), [configurations])
  const chosen = rows.find(({ id }) => id === configId)
  const nameOf = useAgentNames()
  const columns = useMemo(() => columnsOf(nameOf), [nameOf])

  if (rows.length === 0) {
    return (
      <EmptyState title="No push configurations">
        <p>
          A configuration tells an agent where to send what happens to a task. Each gets a path and a token
          that can’t be guessed. It may also be sent along with a message.
        </p>
        <Button primary onClick={() => runCommand(listening ? 'webhooks.new' : 'webhooks.receiver')}>
          {listening ? 'New configuration' : 'Turn the receiver on'}
        </Button>
      </EmptyState>
    )
  }

  return (
    <ListAndDetail
      detailSize="48%"
      detailMinPx={300}
      detail={chosen && <ConfigurationDetail key={chosen.id} config={chosen} state={state} />}
    >
      <ColumnGrid
        name="Push configurations"
        columns={columns}
        rowHeight={25}
        count={rows.length}
        rowOf={(index) => rows[index]}
        isSelected={({ id }) => id === configId}
        onSelect={({ id }) => chooseConfiguration(id)}
      />
    </ListAndDetail>
  )
}

/** Tasks by their last change, configurations of a task by their creation. */
function byTask(configurations: readonly PushConfiguration[]): readonly PushConfiguration[] {
  const groups = Map.groupBy(configurations, ({ agentId, taskId, id }) => `${agentId} ${taskId ?? id}`)
  const newest = (group: readonly PushConfiguration[]) => Math.max(...group.map(({ createdAt }) => createdAt))
  return [...groups.values()].sort((a, b) => newest(b) - newest(a)).flat()
}

function columnsOf(nameOf: (agentId: string) => string): readonly FittingColumn<PushConfiguration>[] {
  return [
    {
      name: 'Task',
      width: '92px',
      cell: ({ taskId }) => (
        <span className="mono dim" title={taskId && visibleString(taskId)}>
          {taskId === undefined ? 'not known yet' : shortId(taskId)}
        </span>
      ),
    },
    {
      name: 'Agent',
      width: 'minmax(70px, 0.7fr)',
      fromPx: 620,
      cell: ({ agentId }) => <span className="dim">{nameOf(agentId)}</span>,
    },
    {
      name: 'Config ID',
      width: 'minmax(80px, 1fr)',
      cell: ({ agentConfigId, url }) => (
        <span title={visibleString(url)}>{visibleString(agentConfigId)}</span>
      ),
    },
    {
      name: 'At the agent',
      width: '112px',
      cell: (config) => <StandingMark config={config} />,
    },
    {
      name: 'Authentication',
      width: '112px',
      fromPx: 700,
      cell: (config) => <span className="dim">{proofWords(config)}</span>,
    },
    {
      name: 'Calls',
      width: '52px',
      cell: ({ calls }) => <span className={calls === 0 ? 'faint num' : 'num'}>{calls}</span>,
    },
    {
      name: 'Last call',
      width: '64px',
      fromPx: 520,
      cell: ({ lastCallAt }) => (
        <span className="mono dim">{lastCallAt === undefined ? '' : formatClock(lastCallAt)}</span>
      ),
    },
    {
      name: 'Answers',
      width: '104px',
      fromPx: 440,
      cell: ({ plan }) => <span className="dim">{planWords(plan)}</span>,
    },
  ]
}
