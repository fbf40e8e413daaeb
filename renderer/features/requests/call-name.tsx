import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, Webhook } from 'lucide-react'
import { useMemo } from 'react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { callerOf } from '#shared/record/program-name.ts'
import { useEngine } from '../../host/engine.tsx'
import { counted } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import './requests.css'

interface CallNameProps {
  readonly exchange: ExchangeRow
  nameOf(agentId: string): string
}

/** JSON-RPC by its method, everything else by verb and path; another caller's name is in front. */
export function CallName({ exchange, nameOf }: CallNameProps) {
  const { binding, label, method, url, frames, comments, kind, note, state } = exchange
  const named = (binding === 'JSONRPC' || binding === 'GRPC') && kind !== 'webhook'
  const { host, pathname } = URL.parse(url) ?? { host: url, pathname: url }
  // A tunnel leads to a host.
  const path = method === 'CONNECT' ? host : pathname
  return (
    <span title={visibleString(`${method} ${url}`)}>
      <CallerName exchange={exchange} nameOf={nameOf} />
      {kind === 'webhook' && <Webhook className="webhook-mark" size={12} aria-label="Webhook call" />}
      {named ? (
        <span className="bold">{visibleString(label)}</span>
      ) : (
        <>
          <span className="mono faint">{visibleString(method)}</span> {visibleString(path)}
        </>
      )}
      {kind === 'probe' && <span className="dim"> probe</span>}
      {kind === 'sign-in' && <span className="dim"> sign-in</span>}
      <FindingBadge exchange={exchange} />
      {/* A finished exchange has them in its status. */}
      {frames > 0 && state !== 'done' && (
        <span className="dim num"> {counted(frames - comments, 'event')}</span>
      )}
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
    <span className="finding-badge num inline gap-3" style={{ color: colour }} title={words}>
      <TriangleAlert size={11} /> {grave}
      <span className="visually-hidden">▲ problems</span>
    </span>
  )
}

/** Another program that sent the request through a tap, by its agent's name where that is identified; or a coding agent. */
function CallerName({ exchange, nameOf }: CallNameProps) {
  const { kind, caller, program, callerAgentId, callerGuess } = exchange
  if (kind === 'webhook') return null
  if (caller === undefined)
    return (
      program !== undefined && (
        <span className="dim" title="Sent by a coding agent">
          {visibleString(program)} ›{' '}
        </span>
      )
    )
  const from = program ? `${program} from ${caller}` : caller
  if (callerAgentId === undefined)
    return (
      <span className="dim" title={visibleString(from)}>
        {visibleString(callerOf(exchange) ?? '')} ›{' '}
      </span>
    )
  return (
    <span className="dim" title={visibleString(callerGuess ? `A guess. ${from}` : from)}>
      {callerGuess && <span className="faint">guess: </span>}
      {visibleString(nameOf(callerAgentId))} ›{' '}
    </span>
  )
}

/** Names of agents; an unlisted one is named by the called host. */
export function useAgentNames(): (agentId: string | undefined, url?: string) => string {
  const { queries } = useEngine()
  const { data } = useQuery(queries.agents.list.queryOptions())
  return useMemo(() => {
    const names = new Map((data ?? []).map(({ id, name }) => [id, name]))
    return (agentId, url = '') => {
      if (agentId === undefined) return ''
      return names.get(agentId) ?? (URL.parse(url)?.host || 'removed agent')
    }
  }, [data])
}
