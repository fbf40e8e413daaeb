import { isSettled } from '#shared/a2a/task-states.ts'
import type { Figures, Outline } from '#shared/story/timeline/outline.ts'
import { formatDuration } from '../../ui/format.ts'

interface Life extends Pick<Outline, 'state' | 'segments'> {
  readonly figures: Pick<Figures, 'totalMs' | 'firstTextMs'>
}

/**
 * How long a task took: until its end where it has ended, and its text is there. What is asked and told of it afterwards is no
 * part of that.
 */
export function tookMs({ state, segments, figures }: Life): number {
  const last = segments.at(-1)
  return last !== undefined && isSettled(state)
    ? Math.max(last.fromMs, figures.firstTextMs ?? 0)
    : figures.totalMs
}

/** A measured time, where there is one. */
export function timeInWords(ms: number | undefined): string {
  return ms === undefined ? '—' : formatDuration(ms)
}
