// The labels of a time scale.

import { type AxisLabel, axisLabels, type LaneScale } from './scale.ts'
import '../pieces.css'

export function TimeAxis({ scale }: { readonly scale: LaneScale }) {
  return (
    <div className="time-axis num" aria-hidden={true}>
      {axisLabels(scale).map((label) => (
        <Figure key={label.fromPx} label={label} />
      ))}
    </div>
  )
}

/** Centred in its reserved width, so that another font does not shift it. */
function Figure({ label: { kind, words, fromPx, toPx } }: { readonly label: AxisLabel }) {
  const place = { left: fromPx, width: toPx - fromPx }
  if (kind === 'tick') return <span style={place}>{words}</span>
  return (
    <span className="time-axis-break" style={place} title={`A wait of ${words}, shortened`}>
      {words}
    </span>
  )
}
