import { useEffect, useRef } from 'react'
import type { ReplayClock } from '#shared/replay/clock.ts'
import type { ReplayOutline } from '#shared/replay/outline.ts'

interface ScrubberProps {
  readonly clock: ReplayClock
  readonly outline: ReplayOutline
  readonly seq: number
  /** Where a hand has it. */
  readonly draggedMs: number | undefined
  onDrag(timeMs: number): void
  onRest(): void
}

/** A jump waits until the hand rests: each costs the engine a telling. */
const restMs = 120
/** Marks on a replay's line; with more, one of several is drawn. */
const maxScrubberMarks = 200

export function Scrubber({ clock, outline, seq, draggedMs, onDrag, onRest }: ScrubberProps) {
  const timeMs = draggedMs ?? clock.timeOf(seq)
  const step = Math.max(1, Math.round(clock.totalMs / 1000))
  // A slider stops at whole steps: the last one reaches the end.
  const total = step * Math.max(1, Math.ceil(clock.totalMs / step))
  const rest = useRef(onRest)
  rest.current = onRest

  useEffect(() => {
    if (draggedMs === undefined) return
    const timer = setTimeout(() => rest.current(), restMs)
    return () => clearTimeout(timer)
  }, [draggedMs])

  const every = Math.max(1, Math.ceil(outline.places.length / maxScrubberMarks))
  return (
    <span className="scrubber line shrinks gap-8">
      <span className="scrubber-track flex fills anchor">
        <input
          type="range"
          aria-label="Place in the recording"
          aria-valuetext={`${clockWords(timeMs)} of ${clockWords(clock.totalMs)}`}
          min={0}
          max={total}
          step={step}
          value={timeMs}
          onChange={({ target }) => onDrag(Number(target.value))}
        />
        <span className="scrubber-marks" aria-hidden={true}>
          {outline.places
            .filter((_, index) => index % every === 0)
            .map((place) => (
              <span
                key={`${place.kind} ${place.seq}`}
                className={`scrubber-${place.kind}`}
                style={{ left: `${(clock.timeOf(place.seq) / total) * 100}%` }}
              />
            ))}
        </span>
      </span>
      <span className="num faint nowrap">
        {clockWords(timeMs)} / {clockWords(clock.totalMs)}
      </span>
    </span>
  )
}

function clockWords(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
