import type { Draft } from '../../../state/draft.ts'
import { moved } from '../../../ui/reveal.ts'

/** Moves the row at `from` to `to`; the text is a row after the first `textAt` parts. */
export function movedPart(
  { parts, textAt }: Pick<Draft, 'parts' | 'textAt'>,
  from: number,
  to: number,
): Pick<Draft, 'parts' | 'textAt'> {
  const rows = moved([...parts.slice(0, textAt), 'text' as const, ...parts.slice(textAt)], from, to)
  return { parts: rows.filter((each) => each !== 'text'), textAt: rows.indexOf('text') }
}
