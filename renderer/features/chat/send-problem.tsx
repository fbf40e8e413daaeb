import type { ExchangeView } from '#shared/record/exchanges.ts'
import { useRecord } from '../../record/use-record.ts'
import { useSelection } from '../../state/selection.ts'

/** Under a message that got no answer: what came instead, with the bytes one click away. */
export function SendProblem({ exchangeId }: { readonly exchangeId: string }) {
  const exchange = useRecord((record) => record.exchange(exchangeId))
  const problem = exchange && problemOf(exchange)
  if (!problem) return null
  return (
    <div className="send-problem notice" role="status">
      <strong>{problem.what}</strong>
      <span>{problem.detail}</span>
      <button
        type="button"
        className="on-the-wire"
        onClick={() => useSelection.getState().selectExchange(exchangeId)}
      >
        Show on the wire
      </button>
    </div>
  )
}

function problemOf(exchange: ExchangeView): { readonly what: string; readonly detail: string } | undefined {
  const { agentError, ending, unreadable, unreadableReason, status } = exchange
  if (agentError) {
    const code = agentError.code ?? agentError.httpStatus ?? status
    return {
      what: `The agent answered with an error${code === undefined ? '' : ` (${code})`}`,
      detail: agentError.message,
    }
  }
  if (ending?.kind === 'failure') {
    const stopped = ending.failure === 'aborted'
    return { what: stopped ? 'Stopped' : 'The call failed', detail: ending.message }
  }
  if (unreadable > 0) {
    return { what: 'The answer could not be read', detail: unreadableReason ?? 'It is no A2A answer.' }
  }
  return undefined
}
