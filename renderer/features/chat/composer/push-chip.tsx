import { Webhook } from 'lucide-react'
import type { Discovery } from '#shared/contract/card.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { useDraft } from '../../../state/draft.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { ToggleChip } from '../../../ui/button.tsx'

interface PushChipProps {
  readonly agentId: string
  readonly on: boolean
  readonly discovery: Discovery | undefined
}

/** Whether a webhook of ours goes along, so that the agent calls back. */
export function PushChip({ agentId, on, discovery }: PushChipProps) {
  const { client } = useEngine()
  const offered = discovery?.found === true && discovery.card.capabilities.pushNotifications === true

  async function toggle(): Promise<void> {
    useDraft.getState().change(agentId, () => ({ push: !on }))
    if (on) return
    try {
      const { listening, settings } = await client.receiver.state()
      if (listening) return
      const { problem } = await client.receiver.start(settings)
      if (problem !== undefined) throw new Error(problem)
    } catch (fault) {
      useDraft.getState().change(agentId, () => ({ push: false }))
      useRunningCalls.getState().setFault(agentId, messageOf(fault))
    }
  }

  return (
    <ToggleChip
      on={on}
      title={
        offered
          ? 'Sends Parley’s webhook with the message. The agent calls it when the task changes'
          : 'The card doesn’t offer push notifications, but you can try'
      }
      onClick={() => void toggle()}
    >
      <Webhook size={12} /> Push {on ? 'on' : 'off'}
    </ToggleChip>
  )
}
