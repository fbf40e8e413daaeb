import type { ReceiverNotice, ReceiverState } from '#shared/contract/push.ts'
import { useWebhooks } from '../../../../state/webhooks.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { useReceiverAction } from '../use-receiver.ts'

interface ReceiverNoticesProps {
  readonly state: ReceiverState
  onTurnOn(): void
  onSettings(): void
}

/** What needs the user: why it cannot listen, configurations that lead nowhere, calls that may have been missed. */
export function ReceiverNotices({ state: { problem, notices }, onTurnOn, onSettings }: ReceiverNoticesProps) {
  const dismiss = useReceiverAction((client) => client.receiver.dismissSleep())
  const remedies: Readonly<Record<ReceiverNotice['kind'], { readonly name: string; run(): void }>> = {
    'not-listening': { name: 'Turn on', run: onTurnOn },
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
