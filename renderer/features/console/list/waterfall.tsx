import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { formatDuration } from '../../../ui/format.ts'

interface WaterfallProps {
  readonly exchange: ExchangeRow
  /** The longest exchange on screen: bars are to its scale. */
  readonly longestMs: number
}

/** How long connecting, waiting and receiving took, to the scale of what is on screen. */
export function Waterfall({ exchange, longestMs }: WaterfallProps) {
  const phases = phasesOf(exchange)
  const whole = phases.reduce((sum, { ms }) => sum + ms, 0)
  const open = exchange.state === 'open'
  const words = phases.filter(({ ms }) => ms > 0).map(({ name, ms }) => `${name} ${formatDuration(ms)}`)
  return (
    <span className={open ? 'waterfall open' : 'waterfall'} title={words.join(' · ') || 'no response yet'}>
      <span className="waterfall-bar" style={{ width: `${open ? 100 : shareOf(whole, longestMs)}%` }}>
        {phases.map(({ name, ms }) => (
          <span key={name} className={`waterfall-${name}`} style={{ flexGrow: ms }} />
        ))}
      </span>
    </span>
  )
}

function phasesOf({ connectedMs = 0, headMs, endedMs }: ExchangeRow) {
  const connect = Math.min(connectedMs, headMs ?? connectedMs)
  const answered = headMs ?? endedMs ?? connect
  return [
    { name: 'connect', ms: connect },
    { name: 'wait', ms: Math.max(0, answered - connect) },
    { name: 'receive', ms: Math.max(0, (endedMs ?? answered) - answered) },
  ] as const
}

/** By the root, so that what took milliseconds is still seen beside what took seconds. */
function shareOf(ms: number, longestMs: number): number {
  return longestMs <= 0 ? 0 : Math.max(2, Math.sqrt(ms / longestMs) * 100)
}
