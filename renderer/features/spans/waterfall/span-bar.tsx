import type { SpanPlace } from '#shared/spans/span-clock.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { joinWords } from '../../../ui/format.ts'
import type { Scale } from '../../../ui/time-scale/scale.ts'
import { sortOf, tookWords } from '../span-words.ts'

interface SpanBarProps {
  readonly row: SpanRow
  readonly place: SpanPlace
  readonly scale: Scale
}

/** Narrower ones could not be seen. */
const leastPx = 2
const characterPx = 6.6
const besidePx = 5

export function SpanBar({ row, place, scale }: SpanBarProps) {
  const widthPx = Math.max(leastPx, scale.px(place.toMs) - scale.px(place.fromMs))
  const fromPx = Math.max(0, Math.min(scale.px(place.fromMs), scale.widthPx - leastPx))
  const words = tookWords(row, place.odd)
  return (
    <span className="span-time">
      <span
        className={joinWords(
          ' ',
          'span-bar span-sort',
          sortOf(row),
          row.status === 'error' && 'failed',
          place.odd && 'odd',
        )}
        style={{ transform: `translateX(${fromPx}px)`, width: widthPx }}
      />
      <Took words={words} fromPx={fromPx} toPx={fromPx + widthPx} roomPx={scale.widthPx} />
    </span>
  )
}

interface TookProps {
  readonly words: string
  readonly fromPx: number
  readonly toPx: number
  readonly roomPx: number
}

/** Behind its bar, or before it, or on it where it fills the row; where they fit nowhere they are cut off on the wider side. */
function Took({ words, fromPx, toPx, roomPx }: TookProps) {
  const wordsPx = words.length * characterPx + besidePx
  const [beforePx, behindPx] = [fromPx, roomPx - toPx]
  const isBehind = wordsPx <= behindPx
  const isBefore = !isBehind && wordsPx <= beforePx
  if (!(isBehind || isBefore) && wordsPx <= toPx - fromPx) {
    return (
      <span
        className="span-took num on-bar muted nowrap"
        style={{ transform: `translateX(calc(${toPx - besidePx}px - 100%))` }}
      >
        {words}
      </span>
    )
  }
  const endsThere = isBefore || (!isBehind && beforePx > behindPx)
  const maxWidth = Math.max(0, (endsThere ? beforePx : behindPx) - besidePx)
  const transform = endsThere
    ? `translateX(calc(${fromPx - besidePx}px - 100%))`
    : `translateX(${toPx + besidePx}px)`
  return (
    <span className="span-took num truncate muted" style={{ transform, maxWidth }}>
      {words}
    </span>
  )
}
