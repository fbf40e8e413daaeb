import { Plus, Settings2 } from 'lucide-react'
import type { ReceiverState } from '#shared/contract/push.ts'
import { useConsoleCounts } from '../../../record/use-console-counts.ts'
import { useWebhooks, type WebhookList } from '../../../state/webhooks.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { CallFilters } from './calls/call-filters.tsx'
import { ListeningChip } from './receiver/listening-chip.tsx'

interface ReceiverBarProps {
  readonly state: ReceiverState | undefined
  onTurnOn(): void
  onTurnOff(): void
  onSettings(): void
  onNew(): void
}

/** Whether Parley listens and where, which list is shown, and what can be done. */
export function ReceiverBar({ state, onTurnOn, onTurnOff, onSettings, onNew }: ReceiverBarProps) {
  const list = useWebhooks((webhooks) => webhooks.list)
  return (
    <div className="wire-tools webhook-bar">
      <ListChoice state={state} />
      {list === 'calls' && <CallFilters />}
      <span className="spacer" />
      {state && <ListeningChip state={state} />}
      {state &&
        (state.listening ? (
          <Button onClick={onTurnOff}>Turn off</Button>
        ) : (
          <Button onClick={onTurnOn}>Turn on</Button>
        ))}
      {state?.listening && (
        <Button onClick={onNew}>
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

const names = { calls: 'Calls', configurations: 'Configurations', noise: 'Noise' } as const
const lists = Object.keys(names) as readonly WebhookList[]

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
      nameOf={(each) => (
        <>
          {names[each]}
          {counts[each] > 0 && (
            <span className="faint num" aria-hidden={true}>
              {' '}
              {counts[each]}
            </span>
          )}
        </>
      )}
      onChange={show}
    />
  )
}
