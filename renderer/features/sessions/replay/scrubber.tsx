import { useEffect, useRef, useState } from 'react'
import type { ReplayClock } from '#shared/record/replay/clock.ts'
import type { Outline } from '#shared/record/replay/outline.ts'

interface ScrubberProps {
  readonly clock: ReplayClock
  readonly outline: Outline
  readonly seq: number
  onSeek(seq: number): void
}

/** A jump waits until the hand rests: each costs the engine a telling. */
const restMs = 120
/** More marks than there are pixels say nothing. */
const mostMarks = 200

export function Scrubber({ clock, outline, seq, onSeek }: ScrubberProps) {
  const [dragged, setDragged] = useState<number>()
  const timeMs = dragged ?? clock.timeOf(seq)
  const total = Math.max(1, clock.totalMs)
  const seek = useRef(onSeek)
  seek.current = onSeek

  useEffect(() => {
    if (dragged === undefined) return
    const timer = setTimeout(() => {
      seek.current(dragged >= clock.totalMs ? Number.MAX_SAFE_INTEGER : clock.seqAt(dragged))
      setDragged(undefined)
    }, restMs)
    return () => clearTimeout(timer)
  }, [dragged, clock])

  const every = Math.max(1, Math.ceil(outline.places.length / mostMarks))
  return (
    <span className="scrubber">
      <span className="scrubber-track">
        <input
          type="range"
          aria-label="Place in the session"
          aria-valuetext={`${clockWords(timeMs)} of ${clockWords(clock.totalMs)}`}
          min={0}
          max={total}
          step={Math.max(1, Math.round(total / 1000))}
          value={timeMs}
          onChange={({ target }) => setDragged(Number(target.value))}
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
      <span className="num faint scrubber-time">
        {clockWords(timeMs)} / {clockWords(clock.totalMs)}
      </span>
    </span>
  )
}

function clockWords(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
