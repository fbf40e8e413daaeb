// Compares what the events of an artifact added up to, of which only sizes and a digest are kept, with the agent's own copy.

import type { Part } from '../../a2a/model.ts'
import { hasContent } from '../artifact-compare.ts'
import { partKey } from '../content-key.ts'
import type { StoredAs } from './outline.ts'

/**
 * Characters of text, other parts, and a digest of both in their order, kept in place: it grows with every piece. The
 * digest of a whole is that of its pieces, however they were cut.
 */
export interface Content {
  chars: number
  others: number
  a: number
  b: number
}

export function emptyContent(): Content {
  return { chars: 0, others: 0, a: 0x011c9dc5, b: 0x1dc58111 }
}

export function addText(content: Content, text: string): void {
  let { a, b } = content
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x05ebca6b)
    b ^= b >>> 13
  }
  content.a = a
  content.b = b
  content.chars += text.length
}

export function addParts(content: Content, parts: readonly Part[]): void {
  for (const part of parts) {
    if (part.kind === 'text') addText(content, part.text)
    else {
      const { chars } = content
      addText(content, `\0${partKey(part)}`)
      content.chars = chars
      content.others++
    }
  }
}

export interface StoredCopy {
  readonly as: StoredAs
  readonly content: Content
  /** For `ahead`: what the copy has beyond the events. */
  readonly rest: readonly Part[]
}

/** `shorter` is told by its size alone: the digest of a beginning is not kept. */
export function compareStored(events: Content, parts: readonly Part[]): StoredCopy {
  const content = emptyContent()
  let rest: readonly Part[] | undefined = isAt(content, events) ? parts : undefined
  for (const [index, part] of parts.entries()) {
    const missing = events.chars - content.chars
    if (!rest && part.kind === 'text' && content.others === events.others && part.text.length > missing) {
      const begun = { ...content }
      addText(begun, part.text.slice(0, Math.max(0, missing)))
      if (isAt(begun, events)) rest = [{ ...part, text: part.text.slice(missing) }, ...parts.slice(index + 1)]
    }
    addParts(content, [part])
    if (!rest && isAt(content, events)) rest = parts.slice(index + 1)
  }
  if (rest) {
    const beyond = rest.filter(hasContent)
    return { as: beyond.length === 0 ? 'equal' : 'ahead', content, rest: beyond }
  }
  const within = content.chars <= events.chars && content.others <= events.others
  const smaller = content.chars < events.chars || content.others < events.others
  return { as: within && smaller ? 'shorter' : 'differs', content, rest: [] }
}

function isAt(content: Content, { chars, others, a, b }: Content): boolean {
  return content.others === others && content.chars === chars && content.a === a && content.b === b
}
