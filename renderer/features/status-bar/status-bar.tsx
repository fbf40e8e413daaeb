// Below every mode: the last request, the totals, and whether webhooks can arrive. Each links to its list.

import { ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { ConsoleTab } from '#shared/contract/preferences.ts'
import type { ReceiverState } from '#shared/contract/push.ts'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { slowPoll } from '../../record/follow-versions.ts'
import { createListOf, usePagedList } from '../../record/paged-list.ts'
import { useConsoleCounts, useFollowedReceiver, useReceiverAction } from '../../record/use-receiver.ts'
import { showConsole } from '../../state/console.ts'
import { showOnWire } from '../../state/show-on-wire.ts'
import { counted, formatClock, formatDuration, joinDefined } from '../../ui/format.ts'
import { CallName, ExchangeStatus, useAgentNames } from '../requests/index.ts'
import './status-bar.css'

/** Parts of a live window are before the counts. */
export function StatusBar({ children }: { readonly children?: ReactNode }) {
  const { canCall } = useEngine()
  const { exchanges, webhooks, findings } = useConsoleCounts()
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: of the whole page, it is one of its landmarks
    <footer className="status-bar line gap-4 rigid rule-above small" aria-label="Status">
      <LastRequest />
      <span className="spacer" />
      {children}
      <Count tab="wire" count={exchanges} noun="request" />
      <Count tab="webhooks" count={webhooks} noun="webhook call" className="status-webhooks" />
      <Count tab="findings" count={findings} noun="problem" className="tone-warn" />
      {canCall && <Receiver />}
    </footer>
  )
}

function LastRequest() {
  const { client } = useEngine()
  const nameOf = useAgentNames()
  const list = useMemo(
    () =>
      createListOf((request, options) => client.console.exchanges({ filter: '', ...request }, options), {
        rest: slowPoll,
      }),
    [client],
  )
  const last = (usePagedList(list).answer?.total ?? 0) - 1
  useEffect(() => list.request(last, last), [list, last])
  const exchange = list.rowAt(last)
  if (exchange === undefined) return null
  const { id, startedAt, endedMs } = exchange
  const show = () => {
    showConsole('wire')
    showOnWire(id)
  }
  return (
    <button
      type="button"
      className="status-last line shrinks gap-8"
      title="Show in the console"
      onClick={show}
    >
      <ChevronUp size={13} />
      <span className="mono dim">{formatClock(startedAt)}</span>
      <span className="truncate">
        <CallName exchange={exchange} nameOf={nameOf} />
      </span>
      <ExchangeStatus exchange={exchange} />
      {endedMs !== undefined && <span className="dim num nowrap">{formatDuration(endedMs)}</span>}
    </button>
  )
}

interface CountProps {
  readonly tab: ConsoleTab
  readonly count: number
  readonly noun: string
  readonly className?: string
}

function Count({ tab, count, noun, className = 'dim' }: CountProps) {
  if (count === 0) return null
  return (
    <button
      type="button"
      className={joinDefined(' ', 'num nowrap', className)}
      onClick={() => showConsole(tab)}
    >
      {counted(count, noun)}
    </button>
  )
}

/** Whether webhooks can arrive; a click changes it. */
function Receiver() {
  const { data: state } = useFollowedReceiver()
  const start = useReceiverAction((client, settings: ReceiverState['settings']) =>
    client.receiver.start(settings),
  )
  const stop = useReceiverAction((client) => client.receiver.stop())
  function turn(): void {
    if (state?.listening) stop.mutate(undefined)
    else if (state) start.mutate(state.settings)
  }
  useCommand('webhooks.receiver', turn)
  if (state === undefined) return null
  const isOn = state.listening !== undefined
  return (
    <button
      type="button"
      className="dim nowrap"
      aria-pressed={isOn}
      disabled={start.isPending || stop.isPending}
      onClick={turn}
    >
      Receiver {isOn ? 'on' : 'off'}
    </button>
  )
}
