import type { Figures, Outline } from '#shared/story/timeline/outline.ts'
import { isOver } from './lane/blocks.ts'

interface Life extends Pick<Outline, 'state' | 'segments'> {
  readonly figures: Pick<Figures, 'totalMs'>
}

/** How long a task took: until its end where it has ended, for what is asked and told of it afterwards is no part of that. */
export function tookMs({ state, segments, figures }: Life): number {
  const last = segments.at(-1)
  return last !== undefined && state !== undefined && isOver(state) ? last.fromMs : figures.totalMs
}
