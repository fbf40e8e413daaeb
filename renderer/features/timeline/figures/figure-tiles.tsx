import type { Outline } from '#shared/story/timeline/outline.ts'
import { formatCount } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { timeInWords, tookMs } from '../took.ts'

interface FigureTilesProps {
  readonly outline: Outline
  readonly live: boolean
  /** Since the task began. */
  readonly nowMs: number
}

/** The four figures one asks for first. */
export function FigureTiles({ outline, live, nowMs }: FigureTilesProps) {
  const { firstByteMs, firstEventMs, firstTextMs, lastSecond } = outline.figures
  const eventsNow = nowMs - outline.heardMs > 1_000 ? 0 : lastSecond.events
  const tiles = [
    { name: 'first byte', value: timeInWords(firstByteMs) },
    { name: 'first event', value: timeInWords(firstEventMs) },
    { name: 'first text', value: timeInWords(firstTextMs) },
    live
      ? { name: 'events now', value: `${formatCount(eventsNow)} /s` }
      : { name: 'total', value: timeInWords(tookMs(outline)) },
  ]
  return (
    <dl className="figure-tiles">
      {tiles.map(({ name, value }) => (
        <div key={name} title={visibleString(`${name}: ${value}`)}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
