import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { callerOf } from '#shared/record/program-name.ts'
import { visibleString } from '../../../ui/visible-text.ts'

interface CallerNameProps {
  readonly exchange: ExchangeRow
  nameOf(agentId: string): string
}

/** Who sent the request: Parley, or another program through a tap, by the name of the agent where it is known to be one. */
export function CallerName({ exchange, nameOf }: CallerNameProps) {
  const { kind, caller, program, callerAgentId, callerGuess } = exchange
  if (kind === 'webhook') return null
  if (caller === undefined) return <span className="faint">Parley</span>
  const from = program ? `${program} from ${caller}` : caller
  if (callerAgentId === undefined)
    return (
      <span className="muted" title={visibleString(from)}>
        {visibleString(callerOf(exchange) ?? '')}
      </span>
    )
  return (
    <span className="muted" title={visibleString(callerGuess ? `A guess. ${from}` : from)}>
      {callerGuess && <span className="faint">guess: </span>}
      {visibleString(nameOf(callerAgentId))}
    </span>
  )
}
