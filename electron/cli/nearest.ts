// Wrong, missing, additional or swapped letters; a word that differs more isn't suggested.
const maxSlips = 2

export function nearest(written: string, words: readonly string[]): string | undefined {
  const near = words
    .filter((word) => Math.abs(word.length - written.length) <= maxSlips)
    .map((word) => ({ word, slips: slipsBetween(written, word) }))
    .filter(({ word, slips }) => slips <= maxSlips && slips < word.length / 2)
    .toSorted((one, other) => one.slips - other.slips)
  return near[0]?.word
}

/** Damerau–Levenshtein distance (restricted: no pair is edited twice). */
function slipsBetween(one: string, other: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
