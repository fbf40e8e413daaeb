// The Webhooks tab: whether Parley listens, and one of three lists: calls, configurations, and what was neither.

import { useState } from 'react'
import type { ReceiverNotice, ReceiverState } from '#shared/contract/push.ts'
import { runCommand, useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useReceiver, useReceiverAction } from '../../../record/use-receiver.ts'
import { useWebhooks } from '../../../state/webhooks.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { CallFilters } from './calls/call-filters.tsx'
import { CallList } from './calls/call-list.tsx'
import { ConfigurationList } from './configurations/configuration-list.tsx'
import { NewConfigurationDialog } from './configurations/new-configuration-dialog.tsx'
import { NoiseList } from './noise-list.tsx'
import { ReceiverDialog } from './receiver/receiver-dialog.tsx'
import { ReceiverBar } from './receiver-bar.tsx'
import './webhooks.css'

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

/** Of what was recorded there are calls alone: configurations and noise are what the receiver knows now. */
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

/** What needs the user: why it cannot listen, configurations that lead nowhere, calls that may have been missed. */
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
