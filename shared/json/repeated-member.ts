// A member that stands twice in its object. Once it is parsed only the last is left, and readers differ in which they take.

import { endOfString } from './string-end.ts'

/** Members of a document that are compared by name; of further ones nothing is said. */
const maxComparedMembers = 100_000
/** Of a member's name that is compared; longer ones are told of for their length. */
const maxComparedNameChars = 1000

/** An object that is open, with the names it has had, or a list with how far it is. */
interface Open {
  readonly names: Set<string> | undefined
  at: string | number
}

/** The way to the first member that repeats one before it; the text is JSON, or nothing is promised. */
export function repeatedMember(text: string): readonly (string | number)[] | undefined {
  const open: Open[] = []
  let members = 0
  let name = ''
  for (let at = 0; at < text.length; at++) {
    const inner = open.at(-1)
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at)
        name = text.slice(at + 1, Math.min(end, at + 1 + maxComparedNameChars))
        at = end
        break
      }
      case ':': {
        if (inner?.names === undefined) break
        members += 1
        if (members > maxComparedMembers) return undefined
        inner.at = unescaped(name)
        if (inner.names.has(inner.at)) return open.map((each) => each.at)
        inner.names.add(inner.at)
        break
      }
      case '{':
        open.push({ names: new Set(), at: '' })
        break
      case '[':
        open.push({ names: undefined, at: 0 })
        break
      case ',':
        if (typeof inner?.at === 'number') inner.at += 1
        break
      case '}':
      case ']':
        open.pop()
    }
  }
  return undefined
}

function unescaped(name: string): string {
  if (!name.includes('\\')) return name
  try {
    return String(JSON.parse(`"${name}"`))
  } catch {
    return name
  }
}
