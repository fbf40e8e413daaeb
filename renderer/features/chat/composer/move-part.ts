import type { Draft } from '../../../state/draft.ts'

/** A row one step up or down; the text is a row like the others, behind the first `textAt` parts. */
export function movedPart(
  { parts, textAt }: Pick<Draft, 'parts' | 'textAt'>,
  index: number,
  by: -1 | 1,
): Pick<Draft, 'parts' | 'textAt'> {
  const rows = [...parts.slice(0, textAt), 'text' as const, ...parts.slice(textAt)]
  const row = rows[index]
  const other = rows[index + by]
  if (row === undefined || other === undefined) return { parts, textAt }
  rows[index] = other
  rows[index + by] = row
  return { parts: rows.filter((each) => each !== 'text'), textAt: rows.indexOf('text') }
}
