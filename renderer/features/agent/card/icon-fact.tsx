import { useMutation } from '@tanstack/react-query'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { bytesOfBase64 } from '../../../ui/base64.ts'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { followable } from '../../../ui/followable.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useIcon, useIcons } from '../icons.ts'
import { LiveButton } from '../live-button.tsx'
import { WireLink } from '../wire-link.tsx'

interface IconFactProps {
  readonly agentId: string
  readonly iconUrl: string
}

/** Where the icon is. Its host would see who reads the card, so it is fetched only when somebody says so. */
export function IconFact({ agentId, iconUrl }: IconFactProps) {
  const { client } = useEngine()
  const icon = useIcon(agentId, iconUrl)
  const load = useMutation({
    mutationFn: () => client.card.icon({ agentId, iconUrl }),
    onSuccess: (answer) =>
      useIcons.getState().keep(
        agentId,
        answer.found
          ? {
              iconUrl,
              image: bytesOfBase64(answer.base64),
              exchangeId: answer.exchangeId,
            }
          : { iconUrl, problem: answer.reason, exchangeId: answer.exchangeId },
      ),
  })
  const problem = load.error ? messageOf(load.error) : icon && 'problem' in icon ? icon.problem : undefined
  const shown = icon !== undefined && 'image' in icon
  return (
    <>
      <dt>Icon</dt>
      <dd className="icon-fact">
        <span className="mono facts-url">
          <ExternalLink url={iconUrl} />
        </span>
        {!shown && followable(iconUrl) && (
          <LiveButton
            title="The icon’s host will see that this card is being viewed"
            disabled={load.isPending}
            aria-busy={load.isPending}
            onClick={() => load.mutate()}
          >
            {problem === undefined ? 'Load icon' : 'Try again'}
          </LiveButton>
        )}
        <span aria-live="polite">
          {shown && <span className="faint">loaded</span>}
          {problem !== undefined && (
            <span className="icon-problem">
              <UntrustedText text={problem} limit={400} />{' '}
              {icon?.exchangeId && <WireLink exchangeId={icon.exchangeId}>Show response</WireLink>}
            </span>
          )}
        </span>
      </dd>
    </>
  )
}
