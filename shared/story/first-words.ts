import type { Message } from '../a2a/model.ts'
import { type List, slice } from '../collections/list.ts'
import { shorten } from '../shorten.ts'
import type { ConversationItem } from './task-view.ts'

/** Of the first words of a message, as a conversation's title or in a row of the console; they then end in "…". */
const maxFirstWordsChars = 80
// Items of a conversation looked through for them; a context whose user spoke later is titled by its id.
const maxFirstItems = 8

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
