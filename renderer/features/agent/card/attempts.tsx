import { CornerDownRight } from 'lucide-react'
import type { DiscoveryAttempt } from '#shared/contract/card.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import './card.css'

/** Every address that was tried for the card, with its redirects; each leads to its bytes. */
export function Attempts({ attempts }: { readonly attempts: readonly DiscoveryAttempt[] }) {
  return (
    <ol className="attempts" aria-label="Addresses tried">
      {attempts.map((attempt) => (
        <li key={attempt.exchangeId}>
          <button
            type="button"
            className="attempt on-the-wire column breaks full-width small"
            title="Show request"
            onClick={() => showOnWire(attempt.exchangeId)}
          >
            <span className="mono">
              <UntrustedText text={attempt.url} limit={300} />
            </span>
            {attempt.hops.map(({ status, to, credentialsDropped }) => (
              <span key={`${status} ${to}`} className="hop mono">
                <CornerDownRight size={11} /> {status} to <UntrustedText text={to} limit={300} />
                {credentialsDropped && ', without the credentials'}
              </span>
            ))}
            <span className="dim">
              <UntrustedText text={attempt.outcome} limit={300} />
              {attempt.credentials === 'sent' && ' · with credentials'}
              {attempt.credentials === 'withheld' && ' · credentials held back'}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

export function triedTitle(attempts: readonly DiscoveryAttempt[]): string {
  return `Addresses tried (${attempts.length})`
}
