// The webhook calls as they come, the newest last.

import { X } from 'lucide-react'
import { useMemo } from 'react'
import { mayBeCalled } from '#shared/contract/may-be-called.ts'
import type { ReceiverState } from '#shared/contract/push.ts'
import { runCommand } from '../../../../commands/commands.ts'
import { useEngine } from '../../../../host/engine.tsx'
import { createListOf } from '../../../../record/paged-list.ts'
import { usePagedList } from '../../../../record/use-paged-list.ts'
import { useWebhooks } from '../../../../state/webhooks.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { joinWords } from '../../../../ui/format.ts'
import { CallGrid } from './call-grid.tsx'
import './calls.css'

interface CallListProps {
  /** Undefined in a recording. */
  readonly state: ReceiverState | undefined
}

export function CallList({ state }: CallListProps) {
  const { client } = useEngine()
  const { ofConfigId, filter } = useWebhooks()
  const config = state?.configurations.find(({ id }) => id === ofConfigId)
  const path = config && URL.parse(config.url)?.pathname
  const ofConfig = path === undefined ? '' : `url:${path.split('/').at(-1)}`
  const both = joinWords(' ', ofConfig, filter)
  const list = useMemo(
    () => createListOf((asked, options) => client.story.calls({ filter: both, ...asked }, options)),
    [client, both],
  )
  const { answer, problem } = usePagedList(list)
  const total = answer?.total
  const narrowed = config !== undefined || filter.trim() !== ''
  return (
    <div className="column full-height">
      {config && (
        <p className="list-note line gap-8">
          <span className="truncate">
            Only calls of {config.agentConfigId}
            {config.taskId !== undefined && ` for the task ${config.taskId}`}.
          </span>
          <IconButton
            label="Show the calls of all configurations"
            icon={<X size={12} />}
            onClick={() => useWebhooks.getState().showCallsOf(undefined)}
          />
        </p>
      )}
      {problem !== undefined && <p className="notice">{problem}</p>}
      {!!total && <CallGrid list={list} total={total} />}
      {total === 0 && narrowed && (
        <EmptyState title="No such calls">
          <p>No webhook call in the record matches.</p>
          <Button
            onClick={() => {
              useWebhooks.getState().setFilter('')
              useWebhooks.getState().showCallsOf(undefined)
            }}
          >
            Show all calls
          </Button>
        </EmptyState>
      )}
      {total === 0 && !narrowed && <NoCalls state={state} />}
    </div>
  )
}

/** Says what the next step to a first call is. */
function NoCalls({ state }: CallListProps) {
  const { canCall } = useEngine()
  if (!canCall) {
    return (
      <EmptyState title="No webhook calls">
        <p>No agent called a webhook of Parley in this recording.</p>
      </EmptyState>
    )
  }
  if (!state) return null
  if (!state.listening) {
    return (
      <EmptyState title="The webhook receiver is off">
        <p>
          When it is on, agents can send push notifications to an address on this machine. Each call is listed
          here with a verdict. It can’t be reached from outside this machine unless you allow it.
        </p>
        <Button primary onClick={() => runCommand('webhooks.receiver')}>
          Turn the receiver on
        </Button>
      </EmptyState>
    )
  }
  const open = state.configurations.filter(mayBeCalled)
  return (
    <EmptyState title="No webhook calls yet">
      <p>
        {open.length === 0
          ? 'Parley is listening. Give a task a push configuration, and its agent’s calls are listed here as they arrive.'
          : 'Parley is listening, but no agent has called. The configuration can show why.'}
      </p>
      {open.length === 0 ? (
        <Button primary onClick={() => runCommand('webhooks.new')}>
          New configuration
        </Button>
      ) : (
        <Button onClick={() => useWebhooks.getState().chooseConfiguration(open.at(-1)?.id)}>
          Go to the configuration
        </Button>
      )}
    </EmptyState>
  )
}
