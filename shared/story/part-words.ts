// A message or an artifact as a text to be compared with another.

import type { Message, Part } from '../a2a/model.ts'
import { type List, slice } from '../collections/list.ts'
import { shorten } from '../shorten.ts'
import { contentDigest } from './content-key.ts'
import type { ConversationItem } from './task-view.ts'

/** Of the first words of a message, as a conversation's title or in a row of the console; they then end in "…". */
const maxFirstWordsChars = 80
// Items of a conversation looked through for them; a context whose user spoke later is titled by its id.
const maxFirstItems = 8

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

/** The first words that the user said, in a line. */
export function firstWords(items: List<ConversationItem>): string | undefined {
  for (const item of slice(items, 0, maxFirstItems)) {
    if (item.kind !== 'message' || item.message.message.role !== 'user') continue
    const line = lineOfMessage(item.message.message)
    if (line !== undefined) return line
  }
  return undefined
}

/** The first line of the first text that has one. */
export function lineOfMessage({ parts }: Pick<Message, 'parts'>): string | undefined {
  for (const part of parts) {
    const line = part.kind === 'text' ? lineOf(part.text) : ''
    if (line !== '') return line
  }
  return undefined
}

/** The first line of a text, as long as a title may be. */
function lineOf(text: string): string {
  const [line = ''] = text
    .slice(0, 4 * maxFirstWordsChars)
    .trim()
    .split('\n', 1)
  return shorten(line, maxFirstWordsChars)
}
