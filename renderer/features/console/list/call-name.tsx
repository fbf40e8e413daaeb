import { TriangleAlert, Webhook } from 'lucide-react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { visibleString } from '../../../ui/visible-text.ts'

/** JSON-RPC by its method, which is what one looks for; everything else by verb and path. */
export function CallName({ exchange }: { readonly exchange: ExchangeRow }) {
  const { binding, label, method, url, frames, kind, note } = exchange
  const named = (binding === 'JSONRPC' || binding === 'GRPC') && kind !== 'webhook'
  const { host, pathname } = URL.parse(url) ?? { host: url, pathname: url }
  // A tunnel leads to a host.
  const path = method === 'CONNECT' ? host : pathname
  return (
    <span title={visibleString(`${method} ${url}`)}>
      {kind === 'webhook' && <Webhook className="webhook-mark" size={12} aria-label="Webhook call" />}
      {named ? (
        <span className="call-name">{visibleString(label)}</span>
      ) : (
        <>
          <span className="mono faint">{visibleString(method)}</span> {visibleString(path)}
        </>
      )}
      {kind === 'probe' && <span className="muted"> probe</span>}
      {kind === 'sign-in' && <span className="muted"> sign-in</span>}
      <FindingBadge exchange={exchange} />
      {frames > 0 && <span className="muted num"> {frames === 1 ? 'one frame' : `${frames} frames`}</span>}
      {note !== undefined && <span className="row-note"> {visibleString(note)}</span>}
    </span>
  )
}

function FindingBadge({ exchange: { findings } }: { readonly exchange: ExchangeRow }) {
  const grave = findings.error + findings.warning
  if (grave === 0) return null
  const colour = findings.error > 0 ? 'var(--failed)' : 'var(--input-required)'
  const words = `${findings.error} errors, ${findings.warning} warnings, ${findings.info} hints`
  return (
    <span className="finding-badge num" style={{ color: colour }} title={words}>
      <TriangleAlert size={11} /> {grave}
      <span className="visually-hidden">▲ findings</span>
    </span>
  )
}
