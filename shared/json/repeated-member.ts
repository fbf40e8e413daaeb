// A member that occurs twice in its object. Parsing keeps only the last, and readers differ in which they use.

import { endOfString } from './json-tokens.ts'
import { parsedJson } from './parse-json.ts'

// Members of a document that are compared by name; further ones are not.
const maxComparedMembers = 100_000
// Longest name that is compared; a longer one has a finding anyway.
const maxComparedNameChars = 1000

const [quote, colon, comma] = [0x22, 0x3a, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** An open object with its names so far, or a list, and the position in it. */
interface Open {
  readonly names: Names | undefined
  at: string | number
}

/** Path of the first member that repeats an earlier one; the text must be JSON. */
export function repeatedMember(text: string): readonly (string | number)[] | undefined {
  const outer: Open[] = []
  let inner: Open = { names: undefined, at: 0 }
  let members = 0
  let [start, end] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        start = at + 1
        end = endOfString(text, at)
        at = end
        break
      case colon:
        if (inner.names === undefined) break
        members += 1
        if (members > maxComparedMembers) return undefined
        inner.at = unescaped(text.slice(start, Math.min(end, start + maxComparedNameChars)))
        if (inner.names.has(inner.at)) return [...outer.slice(1), inner].map((each) => each.at)
        inner.names.add(inner.at)
        break
      case openBrace:
      case openBracket:
        outer.push(inner)
        inner = text.charCodeAt(at) === openBrace ? { names: namesOf(), at: '' } : { names: undefined, at: 0 }
        break
      case comma:
        if (typeof inner.at === 'number') inner.at += 1
        break
      case closeBrace:
      case closeBracket:
        inner = outer.pop() ?? inner
    }
  }
  return undefined
}

interface Names {
  has(name: string): boolean
  add(name: string): void
}

/** Objects have few members: a set for each would take longer than all else. */
function namesOf(): Names {
  const few: string[] = []
  let many: Set<string> | undefined
  return {
    has: (name) => (many === undefined ? few.includes(name) : many.has(name)),
    add(name) {
      if (many !== undefined) many.add(name)
      else if (few.push(name) > maxFewNames) many = new Set(few)
    },
  }
}

// Names of one object that are compared one by one; with more they are in a set.
const maxFewNames = 16

function unescaped(name: string): string {
  return name.includes('\\') ? String(parsedJson(`"${name}"`) ?? name) : name
}
