import type { ExchangeView } from '#shared/record/exchanges.ts'

/** HTTP and the agent's own error apart: a well-formed error is an answer, not a failure. */
export function ExchangeStatus({ exchange }: { readonly exchange: ExchangeView }) {
  const { state, ending, status, agentError, httpError, stream } = exchange
  if (state === 'failed' && ending?.kind === 'failure') {
    const calm = ending.failure === 'aborted'
    return (
      <span title={ending.message} style={{ color: calm ? 'var(--canceled)' : 'var(--failed)' }}>
        {ending.failure.replaceAll('-', ' ')}
      </span>
    )
  }
  if (state === 'open') return <span style={{ color: 'var(--working)' }}>open</span>
  if (agentError) {
    return (
      <span title={agentError.message} style={{ color: 'var(--input-required)' }}>
        {[status, agentError.code].filter((part) => part !== undefined).join(' · ')}
      </span>
    )
  }
  const colour = httpError ? 'var(--failed)' : 'var(--completed)'
  return <span style={{ color: colour }}>{stream ? `${status} · stream` : status}</span>
}
