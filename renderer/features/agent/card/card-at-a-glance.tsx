import { useMutation } from '@tanstack/react-query'
import { ShieldCheck, ShieldQuestion, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Finding } from '#shared/a2a/finding.ts'
import type { AgentCapabilities, AgentCard } from '#shared/a2a/model.ts'
import { severities } from '#shared/a2a/severities.ts'
import type { SignatureOutcome } from '#shared/contract/signature.ts'
import { messageOf } from '#shared/errors.ts'
import { shorten } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { bytesOfBase64 } from '../../../ui/base64.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { ExternalLink, UrlText } from '../../../ui/external-link.tsx'
import { isHttpUrl } from '../../../ui/is-http-url.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useCardView } from '../card-view.ts'
import { useIcon, useIcons, useVerdict } from '../fact.tsx'
import { bindingName, type OfCard } from '../interface-name.ts'
import { type DialogName, useOpenDialog } from '../open-dialog.ts'
import { SignInFact } from '../sign-in/index.ts'
import { useAccess, useReach } from '../use-discovery.ts'
import { LiveButton, WireLink } from '../wire-link.tsx'

export function CardAtAGlance({ agentId, discovery }: OfCard) {
  const { card, connection, cardUrl } = discovery
  const access = useAccess(agentId).data
  const cannot = unable(card.capabilities)
  const where = connection?.interface.url ?? cardUrl
  const reach = useReach(agentId)
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
        {cannot && <span className="dim">; not {cannot}</span>}
      </dd>
      <dt>Authentication</dt>
      <dd>
        <FactLink to="access">
          <UntrustedText text={access?.sentence.replace(/^Needs /, '') ?? '…'} limit={400} />
        </FactLink>
        <SignInFact agentId={agentId} isOffered={access !== undefined && access.signIns.length > 0} />
      </dd>
      <SignatureFact agentId={agentId} discovery={discovery} />
      <FindingsFact findings={discovery.findings} />
      {where !== '' && (
        <>
          <dt>{reach?.kind === 'answered' ? 'Connected at' : 'Address'}</dt>
          <dd>
            <span className="mono">
              <UrlText url={where} limit={300} />
            </span>
            {reach && reach.kind !== 'answered' && <span className="dim"> not reached yet</span>}
          </dd>
        </>
      )}
      {card.documentationUrl && (
        <>
          <dt>Manual</dt>
          <dd className="mono">
            <ExternalLink url={card.documentationUrl} />
          </dd>
        </>
      )}
      {card.iconUrl && <IconFact agentId={agentId} iconUrl={card.iconUrl} />}
    </dl>
  )
}

function SignatureFact({ agentId, discovery }: OfCard) {
  const { canCall } = useEngine()
  const verdict = useVerdict(agentId, 'public', discovery.raw)?.verdict
  const signed = discovery.signatures.length
  const Icon = verdict?.outcome === 'verified' ? ShieldCheck : verdict ? ShieldX : ShieldQuestion
  const tone = verdict === undefined ? 'warn' : verdict.outcome === 'verified' ? 'good' : 'bad'
  const kid = verdict?.key?.kid
  const unverified = canCall ? 'not verified yet' : 'not verified'
  return (
    <>
      <dt>Signature</dt>
      <dd>
        <FactLink
          to="signatures"
          {...(signed > 0 && { className: `signature-fact inline at-start gap-4 tone-${tone}` })}
        >
          {signed > 0 && <Icon size={13} />}
          <span>
            {signed === 0 ? 'none' : verdict ? words[verdict.outcome] : unverified}
            {verdict?.outcome === 'verified' && kid && `, key ${shorten(visibleString(kid))}`}
          </span>
        </FactLink>
      </dd>
    </>
  )
}

function FindingsFact({ findings }: { readonly findings: readonly Finding[] }) {
  const worst = severities.findLast((severity) => findings.some((finding) => finding.severity === severity))
  const gravest = findings.find(({ severity }) => severity === worst)
  if (!gravest) return null
  return (
    <>
      <dt>Problems</dt>
      <dd>
        <span className="inline gap-4">
          <SeverityMark severity={gravest.severity} size={12} />
          <CodeText text={gravest.message} />
        </span>{' '}
        <LinkButton onClick={() => useCardView.setState({ tab: 'findings' })}>
          {findings.length === 1 ? 'Show' : `Show all ${findings.length}`}
        </LinkButton>
      </dd>
    </>
  )
}

const words: Readonly<Record<SignatureOutcome, string>> = {
  verified: 'verified',
  unsigned: 'none',
  'bad-signature': 'doesn’t match the card',
  'unknown-key': 'by an unknown key',
  'no-keys': 'no keys to verify it with',
  'alg-none': 'signed with nothing (alg none)',
  hmac: 'a shared secret, which proves nothing',
  'unsupported-alg': 'an algorithm that Parley doesn’t support',
  malformed: 'malformed',
}

/** The icon's host would see who reads the card, so it is fetched only on request. */
function IconFact({ agentId, iconUrl }: { readonly agentId: string; readonly iconUrl: string }) {
  const { client } = useEngine()
  const icon = useIcon(agentId, iconUrl)
  const load = useMutation({
    mutationFn: () => client.card.icon({ agentId, iconUrl }),
    onSuccess: (answer) =>
      useIcons.setState({
        [agentId]: {
          iconUrl,
          exchangeId: answer.exchangeId,
          ...(answer.found ? { image: bytesOfBase64(answer.base64) } : { problem: answer.reason }),
        },
      }),
  })
  const problem = load.error ? messageOf(load.error) : icon && 'problem' in icon ? icon.problem : undefined
  const shown = icon !== undefined && 'image' in icon
  return (
    <>
      <dt>Icon</dt>
      <dd className="icon-fact line wraps">
        <span className="mono">
          <ExternalLink url={iconUrl} />
        </span>
        {!shown && isHttpUrl(iconUrl) && (
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
            <span className="dim small">
              <UntrustedText text={problem} limit={400} />{' '}
              {icon?.exchangeId && <WireLink exchangeId={icon.exchangeId}>Show response</WireLink>}
            </span>
          )}
        </span>
      </dd>
    </>
  )
}

interface FactLinkProps {
  readonly to: DialogName
  readonly className?: string
  readonly children: ReactNode
}

/** A link where calls are possible. */
function FactLink({ to, className = '', children }: FactLinkProps) {
  const { canCall } = useEngine()
  if (!canCall) return <span className={className}>{children}</span>
  return (
    <button
      type="button"
      className={`fact-button ${className}`}
      onClick={() => useOpenDialog.getState().show(to)}
    >
      {children}
    </button>
  )
}

// What a card declares, in words.

/** Versions, and bindings of each, in the sentence about a card; "Interfaces" lists them. */
const maxDeclaredWays = 8

/** "1.0 JSON-RPC, REST · 0.3 JSON-RPC" */
function declaredWays({ interfaces }: AgentCard): string {
  const versions = new Map<string, Set<string>>()
  for (const { binding, protocolVersion = 'unversioned' } of interfaces) {
    const bindings = versions.get(protocolVersion) ?? new Set()
    versions.set(protocolVersion, bindings.add(bindingName(binding)))
  }
  const spoken = [...versions].map(
    ([version, bindings]) => `${version} ${[...bindings].slice(0, maxDeclaredWays).join(', ')}`,
  )
  return spoken.slice(0, maxDeclaredWays).join(' · ') || 'nothing it declares'
}

const abilities = [
  ['streaming', 'stream'],
  ['pushNotifications', 'push'],
  ['extendedAgentCard', 'extended card'],
  ['stateTransitionHistory', 'state history'],
] as const satisfies readonly (readonly [keyof AgentCapabilities, string])[]

function able(capabilities: AgentCapabilities): string {
  const words = abilities.filter(([name]) => capabilities[name] === true).map(([, word]) => word)
  return words.join(', ') || 'answer'
}

function unable(capabilities: AgentCapabilities): string {
  return abilities
    .filter(([name]) => capabilities[name] === false)
    .map(([, word]) => word)
    .join(', ')
}
