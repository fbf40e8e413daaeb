import type { MessageMark } from '#shared/story/chat/chat-row.ts'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { useAgentSettings, useConfigure } from '../../agent/index.ts'
import { useMessageActions } from '../composer/index.ts'

interface FilesTwiceOfferProps {
  readonly agentId: string
  readonly message: MessageMark
}

/** Parley does not send again by itself: an error over REST does not say that nothing was done. */
export function FilesTwiceOffer({ agentId, message }: FilesTwiceOfferProps) {
  const { fileBytes } = useAgentSettings(agentId)
  const configure = useConfigure(agentId)
  const { sendAgain } = useMessageActions(message.key)
  if (fileBytes === 'encoded-twice') return null
  return (
    <>
      <span>
        The message carries file bytes. Servers on a2a-python 0.3 and a2a-java 0.3 treat these as base64 text,
        so their own clients encode them twice.
      </span>
      <span>
        <Button
          disabled={configure.isPending}
          title="From now on, files are sent to this agent that way. Connection can change it back"
          onClick={() =>
            configure.mutate((now) => ({ ...now, fileBytes: 'encoded-twice' }), { onSuccess: sendAgain })
          }
        >
          Send again, encoded twice
        </Button>
      </span>
      {configure.error && <span role="alert">{messageOf(configure.error)}</span>}
    </>
  )
}
