import { Braces } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AgentCard } from '#shared/a2a/model.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { messageOf } from '../../host/message-of.ts'
import { useSelection } from '../../state/selection.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pane } from '../../ui/pane.tsx'
import { CardFacts } from './card-facts.tsx'
import { CardSkills } from './card-skills.tsx'
import { useDiscovery, useSelectedAgent } from './use-agent.ts'
import './card-pane.css'

const JsonViewer = lazy(() => import('../../editor/json-viewer.tsx'))

export function CardPane() {
  const agent = useSelectedAgent()
  const discovery = useDiscovery()
  const [raw, setRaw] = useState(false)
  const found = discovery.data?.found ? discovery.data : undefined
  return (
    <Pane
      id="card"
      name="Agent card"
      title={<h2>Agent card</h2>}
      actions={
        found && (
          <IconButton
            label="Show the card as JSON"
            aria-pressed={raw}
            icon={<Braces size={14} aria-hidden={true} />}
            onClick={() => setRaw(!raw)}
          />
        )
      }
    >
      {!agent && (
        <EmptyState title="No agent selected">
          <p>Connect to an agent: its card says who it is, what it can do and how to reach it.</p>
        </EmptyState>
      )}
      {agent && discovery.isFetching && (
        <p className="card-loading muted">Reading the card of {agent.address}…</p>
      )}
      {discovery.error && (
        <div className="card-body">
          <p className="notice">{messageOf(discovery.error)}</p>
        </div>
      )}
      {!discovery.isFetching && discovery.data?.found === false && <NotFound discovery={discovery.data} />}
      {found && !raw && <CardView card={found.card} discovery={found} />}
      {found && raw && (
        <Suspense fallback={<p className="card-loading muted">Loading the editor…</p>}>
          <JsonViewer name="Agent card as JSON" value={found.raw} />
        </Suspense>
      )}
    </Pane>
  )
}

function CardView({
  card,
  discovery,
}: {
  readonly card: AgentCard
  readonly discovery: Discovery & { readonly found: true }
}) {
  return (
    <div className="card-body">
      <div className="card-title">
        <span className="avatar" aria-hidden={true}>
          {initials(card.name)}
        </span>
        <div className="card-names">
          <h3 className="truncate">{card.name}</h3>
          <p className="muted truncate">
            {[card.provider?.organization, card.version && `v${card.version}`].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      {card.description && <p className="card-description">{card.description}</p>}
      <CardFacts card={card} discovery={discovery} />
      <CardSkills skills={card.skills} />
    </div>
  )
}

function NotFound({ discovery }: { readonly discovery: Discovery & { readonly found: false } }) {
  return (
    <div className="card-body">
      <div className="notice" role="alert">
        <strong>No card found</strong>
        <span>{discovery.reason}</span>
      </div>
      <h3 className="card-subtitle">
        Tried {discovery.attempts.length === 1 ? 'one address' : `${discovery.attempts.length} addresses`}
      </h3>
      <ol className="attempts">
        {discovery.attempts.map((attempt) => (
          <li key={attempt.exchangeId}>
            <button
              type="button"
              className="attempt"
              title="Show on the wire"
              onClick={() => useSelection.getState().selectExchange(attempt.exchangeId)}
            >
              <span className="mono">{attempt.url}</span>
              <span className="muted">{attempt.outcome}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
