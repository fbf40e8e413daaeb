import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { formatDuration } from '../../../ui/format.ts'
import type { WaterfallScale } from './waterfall-scale.ts'

const leastBarPx = 3

interface WaterfallProps {
  readonly exchange: ExchangeRow
  readonly scale: WaterfallScale
}

/** When it was under way, on the axis of all rows, and how long connecting, waiting and receiving took of that. */
export function Waterfall({ exchange, scale }: WaterfallProps) {
  const { left, width, ms: wholeMs } = scale.placeOf(exchange)
  const phases = phasesOf(exchange, wholeMs)
  const open = exchange.state === 'open'
  const words = phases.filter(({ ms }) => ms > 0).map(({ name, ms }) => `${name} ${formatDuration(ms)}`)
  return (
    <span className={open ? 'waterfall open' : 'waterfall'} title={words.join(' · ') || 'no response yet'}>
      <span
        className="waterfall-bar flex full-height"
        // The last one, too, is seen.
        style={{ left: `min(${left}%, 100% - ${leastBarPx}px)`, width: `max(${width}%, ${leastBarPx}px)` }}
      >
        {phases.map(({ name, ms }) => (
          <span key={name} className={`waterfall-${name}`} style={{ flexGrow: ms }} />
        ))}
      </span>
    </span>
  )
}

function phasesOf({ connectedMs = 0, headMs, endedMs }: ExchangeRow, wholeMs: number) {
  const connect = Math.min(connectedMs, headMs ?? connectedMs)
  const answered = headMs ?? endedMs ?? wholeMs
  return [
    { name: 'connect', ms: connect },
    { name: 'wait', ms: Math.max(0, answered - connect) },
    { name: 'receive', ms: Math.max(0, wholeMs - answered) },
  ] as const
}
