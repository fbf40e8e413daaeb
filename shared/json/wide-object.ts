// Whether an object has very many members, by its text. After parsing, just reading its first member takes as long as reading
// all names.

import { endOfString } from './json-tokens.ts'

const quote = 0x22
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
/** `"abc":1,`: shorter members are few, since names differ. */
const leastMember = 7

export function hasWideObject(text: string, most: number): boolean {
  if (text.length < most * leastMember) return false
  /** Member counts of the objects and lists around the current one. */
  const outer: number[] = []
  let members = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case openBrace:
      case openBracket:
        outer.push(members)
        members = 0
        break
      case closeBrace:
      case closeBracket:
        members = outer.pop() ?? 0
        break
      case colon:
        members += 1
        if (members > most) return true
    }
  }
  return false
}
