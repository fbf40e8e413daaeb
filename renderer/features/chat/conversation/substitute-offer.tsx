import { shorten } from '#shared/shorten.ts'
import type { MessageMark } from '#shared/story/chat/chat-row.ts'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { useReach, useSubstitute } from '../../agent/index.ts'
import { useMessageActions } from '../composer/index.ts'

interface SubstituteOfferProps {
  readonly agentId: string
  readonly message: MessageMark
}

/** Nothing received the message: it can be sent again without being there twice. */
export function SubstituteOffer({ agentId, message }: SubstituteOfferProps) {
  const reach = useReach(agentId)
  const { substitute, isPending, error } = useSubstitute(agentId)
  const { sendAgain } = useMessageActions(message.key)
  if (reach?.kind !== 'unanswered' || reach.substitute === undefined) return null
  const { url, substitute: to } = reach
  return (
    <>
      <span>
        <Button
          disabled={isPending}
          title="From now on, calls to this agent go to this address, beginning with this message"
          onClick={() => substitute(url, to, sendAgain)}
        >
          Use {shorten(to)}
        </Button>
      </span>
      {error && <span role="alert">{messageOf(error)}</span>}
    </>
  )
}
