// The Webhooks tab: whether Parley listens, and one of three lists: calls, configurations, unmatched requests.

import { Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { ReceiverNotice, ReceiverState } from '#shared/contract/push.ts'
import { runCommand, useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useConsoleCounts, useReceiver, useReceiverAction } from '../../../record/use-receiver.ts'
import { useWebhooks, type WebhookList } from '../../../state/console.ts'
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx'
import { EmptyState, Problem } from '../../../ui/feedback.tsx'
import { Segments } from '../../../ui/field.tsx'
import { formatClock } from '../../../ui/format.ts'
import { Chips } from '../../../ui/marks.tsx'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { CallList } from './calls/call-list.tsx'
import { ConfigurationList } from './configurations/configuration-list.tsx'
import { NewConfigurationDialog } from './configurations/new-configuration-dialog.tsx'
import { ListeningChip, ReceiverDialog } from './receiver/receiver-dialog.tsx'
import './webhooks.css'

const termNames = { 'status:error': 'Refused', 'finding:warning': 'With problems' } as const

const terms = ['status:error', 'finding:warning'] as const

const names = { calls: 'Calls', configurations: 'Configurations', noise: 'Unmatched' } as const
const lists = Object.keys(names) as readonly WebhookList[]

const columns = [
  { id: 'time', name: 'Time', width: '62px' },
  { id: 'from', name: 'From', width: '130px' },
  { id: 'request', name: 'Request', width: 'minmax(0, 1fr)' },
  { id: 'reason', name: 'Reason', width: 'minmax(0, 1fr)' },
] as const

export function Webhooks() {
  const { canCall } = useEngine()
  const { data: state, error } = useReceiver()
  const list = useWebhooks(({ list }) => list)
  const [dialog, setDialog] = useState<'settings' | 'new'>()
  useCommand('webhooks.new', () => setDialog('new'), state?.listening !== undefined)
  if (!canCall) return <RecordedCalls />
  return (
    <div className="column full-height">
      <ReceiverBar state={state} onSettings={() => setDialog('settings')} />
      <Problem error={error} />
      {state && <ReceiverNotices state={state} onSettings={() => setDialog('settings')} />}
      <div className="fills">
        {list === 'calls' && <CallList state={state} />}
        {list === 'configurations' && state && <ConfigurationList state={state} />}
        {list === 'noise' && state && <NoiseList noise={state.noise} />}
      </div>
      {dialog === 'settings' && state && (
        <ReceiverDialog state={state} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'new' && state && (
        <NewConfigurationDialog state={state} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

/** A recording has calls only: configurations and unmatched requests are the receiver's current state. */
function RecordedCalls() {
  return (
    <div className="column full-height">
      <div className="bar wraps">
        <CallFilters />
      </div>
      <div className="fills">
        <CallList state={undefined} />
      </div>
    </div>
  )
}

interface ReceiverNoticesProps {
  readonly state: ReceiverState
  onSettings(): void
}

/** Problems for the user: why it cannot listen, configurations that lead nowhere, calls that may have been missed. */
function ReceiverNotices({ state: { problem, notices }, onSettings }: ReceiverNoticesProps) {
  const dismiss = useReceiverAction((client) => client.receiver.dismissSleep())
  const remedies: Readonly<Record<ReceiverNotice['kind'], { readonly name: string; run(): unknown }>> = {
    'not-listening': { name: 'Turn on', run: () => runCommand('webhooks.receiver') },
    moved: { name: 'Show them', run: () => useWebhooks.getState().show('configurations') },
    asleep: { name: 'I have read this', run: () => dismiss.mutate(undefined) },
  }
  if (problem === undefined && notices.length === 0) return null
  return (
    <div role="status">
      {problem !== undefined && (
        <p className="notice webhook-notice">
          <span>
            <strong>The receiver could not be opened.</strong> {problem}{' '}
            <LinkButton onClick={onSettings}>Change its settings</LinkButton>
          </span>
        </p>
      )}
      {notices.map(({ kind, sentence }) => (
        <p key={kind} className="notice warning webhook-notice">
          <span>
            {sentence} <LinkButton onClick={remedies[kind].run}>{remedies[kind].name}</LinkButton>
          </span>
        </p>
      ))}
    </div>
  )
}

/** Requests without a configuration: not recorded, only the latest are stored. */
function NoiseList({ noise }: { readonly noise: ReceiverState['noise'] }) {
  const clear = useReceiverAction((client) => client.receiver.clearNoise())
  const { total, latest } = noise
  if (total === 0) {
    return (
      <EmptyState title="No unmatched requests">
        <p>Requests that match no configuration are listed here. They are not recorded.</p>
      </EmptyState>
    )
  }
  return (
    <div className="column full-height">
      <p className="list-note line gap-8">
        <span>
          {total === latest.length
            ? `${total} ${total === 1 ? 'request' : 'requests'} matched no configuration (answered 404).`
            : `${total} requests matched no configuration; the latest ${latest.length} are listed.`}
        </span>
        <span className="spacer" />
        <Button onClick={() => clear.mutate(undefined)}>Clear</Button>
      </p>
      <div className="fills">
        <VirtualGrid
          name="Unmatched"
          columns={columns}
          rowHeight={25}
          count={latest.length}
          followsTail
          rowOf={(index) => latest[index]}
          isSelected={() => false}
          onSelect={() => undefined}
          cellsOf={({ at, remoteAddress, request, reason }) => [
            <span key="time" className="mono dim">
              {formatClock(at)}
            </span>,
            <span key="from" className="mono dim">
              {remoteAddress}
            </span>,
            <span key="request" className="mono" title={visibleString(request)}>
              {request === '' ? '–' : visibleString(request)}
            </span>,
            <span key="reason" className="dim" title={visibleString(reason)}>
              {reason}
            </span>,
          ]}
        />
      </div>
    </div>
  )
}

interface ReceiverBarProps {
  readonly state: ReceiverState | undefined
  onSettings(): void
}

function ReceiverBar({ state, onSettings }: ReceiverBarProps) {
  const list = useWebhooks((webhooks) => webhooks.list)
  return (
    // At 200 % zoom there is room for half of it.
    <div className="bar wraps">
      <ListChoice state={state} />
      {list === 'calls' && <CallFilters />}
      <span className="spacer" />
      {state && <ListeningChip state={state} />}
      {state && (
        <Button onClick={() => runCommand('webhooks.receiver')}>
          {state.listening ? 'Turn off' : 'Turn on'}
        </Button>
      )}
      {state?.listening && (
        <Button onClick={() => runCommand('webhooks.new')}>
          <Plus size={13} /> New configuration
        </Button>
      )}
      <IconButton
        label="Receiver settings"
        icon={<Settings2 size={14} />}
        disabled={!state}
        onClick={onSettings}
      />
    </div>
  )
}

function ListChoice({ state }: { readonly state: ReceiverState | undefined }) {
  const { list, show } = useWebhooks()
  const { webhooks: calls } = useConsoleCounts()
  const counts = {
    calls,
    configurations: state?.configurations.length ?? 0,
    noise: state?.noise.total ?? 0,
  }
  return (
    <Segments
      label="What to list"
      options={lists}
      value={list}
      nameOf={(each) => names[each]}
      countOf={(each) => counts[each]}
      onChange={show}
    />
  )
}

function CallFilters() {
  const { filter, setFilter } = useWebhooks()
  return (
    <Chips
      label="Which calls"
      className="quick-filters flex shrinks gap-4"
      options={terms}
      value={terms.find((term) => term === filter)}
      nameOf={(term) => termNames[term]}
      onChange={(term) => setFilter(term ?? '')}
    />
  )
}
