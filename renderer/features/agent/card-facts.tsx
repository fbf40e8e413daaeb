import type { AgentCard } from '#shared/a2a/model.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { bindingName } from './use-agent.ts'

interface CardFactsProps {
  readonly card: AgentCard
  readonly discovery: Discovery & { readonly found: true }
}

export function CardFacts({ card, discovery }: CardFactsProps) {
  const { connection } = discovery
  return (
    <>
      <dl className="facts">
        <dt>Speaks</dt>
        <dd>{declared(card)}</dd>
        <dt>Can</dt>
        <dd>{abilities(card)}</dd>
        <dt>Needs</dt>
        <dd>{needs(card)}</dd>
        <dt>Reached</dt>
        <dd className="mono facts-url">{connection?.interface.url ?? discovery.cardUrl}</dd>
      </dl>
      {!connection && (
        <p className="notice warning">
          <strong>No way in</strong> The card declares no interface that Parley speaks.
        </p>
      )}
    </>
  )
}

/** "1.0 JSON-RPC, REST · 0.3 JSON-RPC" */
function declared(card: AgentCard): string {
  const versions = new Map<string, Set<string>>()
  for (const { binding, protocolVersion = 'unversioned' } of card.interfaces) {
    const bindings = versions.get(protocolVersion) ?? new Set()
    versions.set(protocolVersion, bindings.add(bindingName(binding)))
  }
  const spoken = [...versions].map(([version, bindings]) => `${version} ${[...bindings].join(', ')}`)
  return spoken.join(' · ') || 'nothing it declares'
}

function abilities({ capabilities }: AgentCard): string {
  const able = [
    capabilities.streaming && 'stream',
    capabilities.pushNotifications && 'push',
    capabilities.extendedAgentCard && 'extended card',
  ].filter(Boolean)
  return able.join(', ') || 'answer'
}

function needs(card: AgentCard): string {
  const required = card.security.filter((requirement) => Object.keys(requirement).length > 0)
  if (required.length === 0 || required.length < card.security.length) return 'no credentials'
  return required.map((requirement) => Object.keys(requirement).join(' and ')).join(', or ')
}
