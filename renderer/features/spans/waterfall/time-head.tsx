import { type CSSProperties, useLayoutEffect } from 'react'
import type { Scale } from '../../../ui/time-scale/scale.ts'
import { TimeAxis } from '../../../ui/time-scale/time-axis.tsx'
import { useWidth } from '../../../ui/use-width.ts'

interface TimeHeadProps {
  readonly scale: Scale
  onWidth(widthPx: number): void
}

/** The times over the bars, which are as wide as it is. */
export function TimeHead({ scale, onWidth }: TimeHeadProps) {
  const { ref, widthPx } = useWidth<HTMLSpanElement>()
  useLayoutEffect(() => onWidth(widthPx), [widthPx, onWidth])
  return (
    <span ref={ref} className="span-times">
      <span className="visually-hidden">Time</span>
      {widthPx > 0 && <TimeAxis scale={{ ...scale, tailPx: 0 }} />}
    </span>
  )
}

/** A line beneath each time, and a cut where a wait is drawn shorter: drawn once for all rows. */
export function tickLines({ ticks, breaks }: Scale): CSSProperties {
  const lines = ticks.map(({ px }) => layer('var(--line)', px, 1))
  const cuts = breaks.map(({ fromPx, toPx }) => layer('var(--sunken)', fromPx, toPx - fromPx))
  const all = [...lines, ...cuts]
  const styles: CSSProperties & Record<`--${string}`, string> = {
    '--tick-images': all.map(({ image }) => image).join(', ') || 'none',
    '--tick-sizes': all.map(({ size }) => size).join(', ') || 'auto',
    '--tick-places': all.map(({ place }) => place).join(', ') || '0 0',
  }
  return styles
}

function layer(colour: string, px: number, widthPx: number) {
  return {
    image: `linear-gradient(${colour}, ${colour})`,
    size: `${widthPx}px 100%`,
    place: `${Math.round(px)}px 0`,
  }
}
