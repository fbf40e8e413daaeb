// What texts begin and end with alike, so that it is kept once for all of them.

export interface Ends {
  readonly before: string
  readonly after: string
}

/** Of one more text than before; of a single text both are all of it. Cut by `textBetween`, never overlapping. */
export function sharedEnds(text: string, ends: Ends): Ends {
  if (hasEnds(text, ends)) return ends
  let start = 0
  const startMost = Math.min(ends.before.length, text.length)
  while (start < startMost && text[start] === ends.before[start]) start += 1
  let end = 0
  const endMost = Math.min(ends.after.length, text.length - start)
  while (end < endMost && text[text.length - 1 - end] === ends.after[ends.after.length - 1 - end]) end += 1
  // A character of two halves stays in one piece.
  if (/[\ud800-\udbff]/.test(text[start - 1] ?? '')) start -= 1
  if (/[\udc00-\udfff]/.test(text[text.length - end] ?? '')) end -= 1
  return { before: text.slice(0, start), after: text.slice(text.length - end) }
}

export function textBetween(text: string, { before, after }: Ends): string {
  return text.slice(before.length, text.length - after.length)
}

function hasEnds(text: string, { before, after }: Ends): boolean {
  if (text.length < before.length + after.length) return false
  // Slices are compared many times as fast as `startsWith` does it.
  return text.slice(0, before.length) === before && text.slice(text.length - after.length) === after
}
