import { Plus, Settings2 } from 'lucide-react'
import type { ReceiverState } from '#shared/contract/push.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useConsoleCounts } from '../../../record/use-console-counts.ts'
import { useWebhooks, type WebhookList } from '../../../state/webhooks.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { CallFilters } from './calls/call-filters.tsx'
import { ListeningChip } from './receiver/listening-chip.tsx'

interface ReceiverBarProps {
  readonly state: ReceiverState | undefined
  onSettings(): void
}

/** Whether Parley listens and where, which list is shown, and what can be done. */
export function ReceiverBar({ state, onSettings }: ReceiverBarProps) {
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

const names = { calls: 'Calls', configurations: 'Configurations', noise: 'Unmatched' } as const
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
      nameOf={(each) => names[each]}
      countOf={(each) => counts[each]}
      onChange={show}
    />
  )
}
