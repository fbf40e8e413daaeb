// A message or an artifact as text, for comparisons and titles.

import { base64Bytes } from '../a2a/base64.ts'
import type { Message, Part } from '../a2a/model.ts'
import { partsText, partText } from '../a2a/parts-text.ts'
import { type List, slice } from '../collections/list.ts'
import { shorten } from '../shorten.ts'
import { contentDigest } from './content-key.ts'
import { piecesOf } from './message-index.ts'
import type { ConversationItem, MessageView } from './task-view.ts'

/** Of the first words of a message, as a conversation's title or in a row of the console; they then end in "…". */
const maxFirstWordsChars = 80
// Items searched for the user's first words; a conversation without them is titled by its context.
const maxFirstItems = 8

export interface NamedText {
  readonly name: string
  readonly text: string
}

/** Of one text in a comparison; the session has all of it. */
const maxComparedChars = 50_000

/** Consecutive text is joined; any other part begins a new line. */
export function wordsOf(parts: readonly Part[]): string {
  return partsText(parts, { joinsTexts: true, maxChars: maxComparedChars, textOf: comparedText })
}

/** Of a message that may have grown. */
export function wordsOfMessage(view: MessageView): string {
  return wordsOf([...piecesOf(view)].flatMap(({ parts }) => parts))
}

function comparedText(part: Part): string {
  if (part.kind !== 'file-bytes' && part.kind !== 'file-url') return partText(part)
  // Of two that are alike but for their content, the digest differs.
  const content =
    part.kind === 'file-url'
      ? [part.url]
      : [`${base64Bytes(part.base64)} bytes`, contentDigest(part.base64).toString(16)]
  return [part.filename, part.mediaType, ...content].filter(Boolean).join(' · ')
}

/** The first line of the user's first message. */
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

/** The first line, cut to the length of a title. */
function lineOf(text: string): string {
  const [line = ''] = text
    .slice(0, 4 * maxFirstWordsChars)
    .trim()
    .split('\n', 1)
  return shorten(line, maxFirstWordsChars)
}
