// The tokens of a JSON text, one after the other: no recursion, and no regular expression over strings, which may be as long as they like.

const backslash = 0x5c

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
    if (char === '"') at = Math.min(endOfString(text, at) + 1, text.length)
    else if ('[]{},:'.includes(char)) at += 1
    else if (plain.test(text)) at = plain.lastIndex
    else {
      at += 1
      continue
    }
    yield { start, end: at }
  }
}

/** Where the closing quote of a JSON string stands; the end of the text where there is none. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}
