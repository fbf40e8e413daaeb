import { ExternalLink } from '../../../ui/external-link.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { UrlText } from '../../../ui/url-text.tsx'
import { SignInFact } from '../sign-in/index.ts'
import { useAccess } from '../use-access.ts'
import type { Found } from '../ways.ts'
import { able, declaredWays, unable } from './card-words.ts'
import { FactLink } from './fact-link.tsx'
import { IconFact } from './icon-fact.tsx'
import { SignatureFact } from './signature-fact.tsx'

interface CardAtAGlanceProps {
  readonly agentId: string
  readonly discovery: Found
}

/** The card at a glance, each fact leading to where it can be acted on. */
export function CardAtAGlance({ agentId, discovery }: CardAtAGlanceProps) {
  const { card, connection, cardUrl } = discovery
  const access = useAccess(agentId).data
  const cannot = unable(card.capabilities)
  const where = connection?.interface.url ?? cardUrl
  return (
    <dl className="facts">
      <dt>Protocols</dt>
      <dd>
        <FactLink to="connection">
          <UntrustedText text={declaredWays(card)} limit={200} />
        </FactLink>
      </dd>
      <dt>Capabilities</dt>
      <dd>
        {able(card.capabilities)}
        {cannot && <span className="muted">; not {cannot}</span>}
      </dd>
      <dt>Authentication</dt>
      <dd>
        <FactLink to="access">
          <UntrustedText text={access?.sentence.replace(/^Needs /, '') ?? '…'} limit={400} />
        </FactLink>
        <SignInFact agentId={agentId} isOffered={access !== undefined && access.signIns.length > 0} />
      </dd>
      <SignatureFact agentId={agentId} discovery={discovery} />
      {where !== '' && (
        <>
          <dt>Connected at</dt>
          <dd className="mono facts-url">
            <UrlText url={where} limit={300} />
          </dd>
        </>
      )}
      {card.documentationUrl && (
        <>
          <dt>Manual</dt>
          <dd className="mono facts-url">
            <ExternalLink url={card.documentationUrl} />
          </dd>
        </>
      )}
      {card.iconUrl && <IconFact agentId={agentId} iconUrl={card.iconUrl} />}
    </dl>
  )
}
