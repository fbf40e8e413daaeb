// The time beneath the lanes. What would reach beyond their end stands against it instead.

import { formatDuration } from '../../../ui/format.ts'
import { tickName } from './lane-scale.ts'
import { endOf, type LaneScale } from './scale.ts'

/** Of the axis’ figures, and no less. */
const characterPx = 6.5

export function LaneAxis({ scale }: { readonly scale: LaneScale }) {
  const places = (px: number, words: string) =>
    px + (words.length * characterPx) / 2 > endOf(scale)
      ? { className: 'at-end', style: { right: 0 } }
      : { style: { left: px } }
  return (
    <div className="lane-axis num" aria-hidden={true}>
      {scale.ticks.map(({ ms, px }) => (
        <span key={ms} {...places(px, tickName(ms))}>
          {tickName(ms)}
        </span>
      ))}
      {scale.breaks.map(({ fromMs, toMs, fromPx, toPx }) => {
        const lasted = formatDuration(toMs - fromMs)
        const { className = '', style } = places((fromPx + toPx) / 2, lasted)
        return (
          <span
            key={fromMs}
            className={`lane-break-name ${className}`}
            style={style}
            title={`A wait of ${lasted}, drawn shorter`}
          >
            {lasted}
          </span>
        )
      })}
    </div>
  )
}
