import { CircleX, ClockAlert, Unlink } from 'lucide-react'
import type { OddTime } from '#shared/spans/span-clock.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { TurnButton } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { SortMark } from '../sort-mark.tsx'
import { oddTimes, shortName, sortOf, spanSentence, strayWords } from '../span-words.ts'

interface SpanNameProps {
  readonly row: SpanRow
  readonly odd: OddTime | undefined
  /** Of the column. */
  readonly widthPx: number
  readonly withService: boolean
  onFold(row: SpanRow, folded: boolean): void
}

const stepPx = 13
/** Of the column: what lies deeper stands there. */
const indentShare = 0.45

export function SpanName({ row, odd, widthPx, withService, onFold }: SpanNameProps) {
  const { depth, within, failedWithin, folded, status, astray, service } = row
  const failed = status === 'error' || (folded && failedWithin > 0)
  return (
    <span className="line shrinks full-height gap-5" title={spanSentence(row, odd)}>
      <span
        className="span-indent"
        style={{ width: Math.min(depth * stepPx, Math.floor((widthPx * indentShare) / stepPx) * stepPx) }}
      />
      <Turn row={row} onFold={onFold} />
      <SortMark sort={sortOf(row)} />
      {failed && (
        <CircleX
          className="rigid tone-bad"
          size={12}
          aria-label={status === 'error' ? 'Failed' : 'A span in it failed'}
        />
      )}
      <span className="span-title truncate">
        {shortName(row.name)}
        {withService && service !== '' && <span className="faint"> {shortName(service)}</span>}
      </span>
      {folded && <span className="span-within num rigid muted">{formatCount(within)}</span>}
      {astray && <Unlink className="rigid tone-warn" size={12} aria-label={strayWords[astray]} />}
      {odd && <ClockAlert className="rigid tone-warn" size={12} aria-label={oddTimes[odd]} />}
    </span>
  )
}

function Turn({ row, onFold }: Pick<SpanNameProps, 'row' | 'onFold'>) {
  if (row.within === 0) return <span className="turn span-turn" />
  return (
    <TurnButton
      className="span-turn"
      label={row.folded ? 'Expand span' : 'Collapse span'}
      isOpen={!row.folded}
      inTree
      onTurn={() => onFold(row, !row.folded)}
    />
  )
}
