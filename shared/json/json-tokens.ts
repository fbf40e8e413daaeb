// The tokens of a JSON text, one after the other: no recursion, and no regular expression over strings, which may be as long as they like.

export interface JsonToken {
  readonly start: number
  readonly end: number
}

/** What reads tokens step by step lets others in after so many. */
export const tokensOfStep = 2_000

const plain = /[^\s[\]{},:"]+/y

export function* tokensOf(text: string): Generator<JsonToken> {
  let at = 0
  while (at < text.length) {
    const start = at
    const char = text[at] ?? ''
    plain.lastIndex = at
    if (char === '"') at = endOfString(text, at)
    else if ('[]{},:'.includes(char)) at += 1
    else if (plain.test(text)) at = plain.lastIndex
    else {
      at += 1
      continue
    }
    yield { start, end: at }
  }
}

/** Behind the closing quote, or the end of a text that has none. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return text.length
    let slashes = 0
    while (text[quote - 1 - slashes] === '\\' && quote - 1 - slashes > from) slashes += 1
    if (slashes % 2 === 0) return quote + 1
    at = quote + 1
  }
  return text.length
}
