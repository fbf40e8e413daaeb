import type { Tap } from '#shared/contract/taps.ts'
import { Checkbox } from '../../ui/choice.tsx'
import type { useTapActions } from './use-taps.ts'

interface TapWebhooksProps {
  readonly tap: Tap
  readonly change: ReturnType<typeof useTapActions>['setWebhooks']
}

/** Whether the agent's push notifications come through the tap, too. */
export function TapWebhooks({ tap: { id, pushes, webhooks: current }, change }: TapWebhooksProps) {
  const { isPending, variables, mutate } = change
  const webhooks = isPending && variables?.id === id ? variables.webhooks : current
  return (
    <div className="tap-webhooks">
      <Checkbox
        label="Record push notifications"
        checked={webhooks}
        disabled={isPending}
        onChange={(next) => mutate({ id, webhooks: next })}
      />
      <p className="field-hint">
        Where a caller names a webhook, the agent gets an address of this tap in its place. What it posts
        there is forwarded to the webhook.
        {webhooks &&
          pushes === 0 &&
          ' An agent that refuses webhooks at local addresses refuses this one, too.'}
      </p>
    </div>
  )
}
