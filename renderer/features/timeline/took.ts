import { isSettled } from '#shared/a2a/task-states.ts'
import type { Figures, Outline } from '#shared/story/timeline/outline.ts'
import { formatDuration } from '../../ui/format.ts'

interface Life extends Pick<Outline, 'state' | 'segments'> {
  readonly figures: Pick<Figures, 'totalMs' | 'firstTextMs'>
}

/** The duration of a task: until its end and its last text. Later requests and reports do not count. */
export function tookMs({ state, segments, figures }: Life): number {
  const last = segments.at(-1)
  return last !== undefined && isSettled(state)
    ? Math.max(last.fromMs, figures.firstTextMs ?? 0)
    : figures.totalMs
}

export function timeInWords(ms: number | undefined): string {
  return ms === undefined ? '—' : formatDuration(ms)
}
