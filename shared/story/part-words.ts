// A message or an artifact as a text to be compared with another.

import type { Part } from '../a2a/model.ts'
import { contentDigest } from './content-key.ts'

export interface NamedText {
  readonly name: string
  readonly text: string
}

/** Of one text in a comparison; the session has all of it. */
const maxComparedChars = 50_000

/** Text that was cut is one text again; anything else stands by itself. */
export function wordsOf(parts: readonly Part[]): string {
  let words = ''
  for (const [index, part] of parts.entries()) {
    const goesOn = part.kind === 'text' && parts[index - 1]?.kind === 'text'
    if (index > 0 && !goesOn) words += '\n'
    words += wordsOfPart(part)
    if (words.length > maxComparedChars) break
  }
  return words.slice(0, maxComparedChars)
}

function wordsOfPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'data':
      return JSON.stringify(part.data, undefined, 2)
    case 'file-bytes': {
      const size = `${Math.floor((part.base64.length * 3) / 4)} bytes`
      // Of two that are alike but for their content, it differs.
      const digest = contentDigest(part.base64).toString(16)
      return [part.filename, part.mediaType, size, digest].filter(Boolean).join(' · ')
    }
    case 'file-url':
      return [part.filename, part.mediaType, part.url].filter(Boolean).join(' · ')
    case 'unknown':
      return JSON.stringify(part.raw, undefined, 2)
  }
}
