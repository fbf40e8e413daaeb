// Whether an object has very many members, told from its text. Once it is parsed, only to request its first member takes as long as
// reading all of their names.

import { endOfString } from './json-tokens.ts'

const quote = 0x22
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
/** `"abc":1,`: shorter members are few, since each has another name. */
const leastMember = 7

export function hasWideObject(text: string, most: number): boolean {
  if (text.length < most * leastMember) return false
  /** Of the objects and lists that are open around the one that is read. */
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
