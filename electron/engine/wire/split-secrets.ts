// Masks a secret that a stream sends in pieces: one event ends with its beginning, the next continue it. Recorded
// events can't be changed, so each piece is masked from the first six characters on.

import { shortestHunted } from './secret-matcher.ts'

interface SecretTail {
  readonly value: string
  readonly mark: string
}

/** The text so far ends with this many characters of the secret. */
interface Begun extends SecretTail {
  readonly length: number
}

const pattern = /("text"\s*:\s*")((?:[^"\\]|\\.)*)"/g

export type SplitSecrets = ReturnType<typeof createSplitSecrets>

export function createSplitSecrets(
  lookUp: () => Iterable<readonly [value: string, id: string]>,
  markOf: (id: string) => string,
) {
  let begun: readonly Begun[] = []
  let before: readonly Begun[] = []

  const withoutPieces = (text: string): string => {
    const going: Begun[] = []
    let from = 0
    let first = ''
    for (const { value, mark, length } of begun) {
      const rest = value.slice(length)
      if (rest.startsWith(text)) going.push({ value, mark, length: length + text.length })
      else if (text.startsWith(rest) && rest.length > from) [from, first] = [rest.length, mark]
    }
    for (const [value, id] of lookUp()) going.push(...beginningsOf({ value, mark: markOf(id) }, text))
    begun = going
    const last = going.filter(({ length }) => length >= shortestHunted)
    const longest = last.toSorted((a, b) => b.length - a.length)[0]
    if (longest === undefined) return first + text.slice(from)
    const to = Math.max(from, text.length - longest.length)
    return first + text.slice(from, to) + longest.mark
  }

  const mask = (event: string): string =>
    event.replace(pattern, (whole, start: string, inside: string) => {
      const text = unquoted(inside)
      if (text === undefined || text === '') return whole
      const left = withoutPieces(text)
      return left === text ? whole : `${start}${JSON.stringify(left).slice(1, -1)}"`
    })

  return {
    /** The text of an event without pieces of secrets. `also` reads the same event again, in another form. */
    mask(event: string, also?: 'also'): string {
      const now = begun
      if (also) begun = before
      else before = now
      const masked = mask(event)
      if (also) begun = now
      return masked
    },
    /** For events that arrived together: false if they have a piece; then they must be read one by one. */
    hasNone(events: string): boolean {
      const now = begun
      if (mask(events) === events) return true
      begun = now
      return false
    },
  }
}

/** Every beginning of the value that the text ends with. */
function beginningsOf({ value, mark }: SecretTail, text: string): readonly Begun[] {
  if (value.length < shortestHunted) return []
  const last = text.at(-1) ?? ''
  const matches: Begun[] = []
  for (let at = value.indexOf(last); at >= 0 && at < value.length - 1; at = value.indexOf(last, at + 1)) {
    if (text.endsWith(value.slice(0, at + 1))) matches.push({ value, mark, length: at + 1 })
  }
  return matches
}

function unquoted(inside: string): string | undefined {
  if (!inside.includes('\\')) return inside
  try {
    return String(JSON.parse(`"${inside}"`))
  } catch {
    return undefined
  }
}
