// Words as in the record's index: runs of letters and digits, in lower case and without accents (FTS5's tokenizer unicode61). A
// search is for words or their beginnings, in any order, all of which must match.

const between = /[^\p{L}\p{N}\p{Co}]+/u

export function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')
}

/** In the language of FTS5, which has operators: every word is quoted, so that no text is a syntax error. */
export function matchOf(words: readonly string[]): string {
  return words.map((word) => `"${word}"*`).join(' ')
}

export function hasWords(words: readonly string[]): (text: string) => boolean {
  const patterns = words.map((word) => {
    const phrase = plainOf(word).split(between).filter(Boolean).join(between.source)
    return new RegExp(`(?<![\\p{L}\\p{N}\\p{Co}])${phrase}`, 'u')
  })
  return (text) => {
    const plain = plainOf(text)
    return patterns.every((word) => word.test(plain))
  }
}

export function hasEveryWord(text: string, query: string): boolean {
  const lower = text.toLowerCase()
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => lower.includes(word))
}

function plainOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .toLowerCase()
}
