import { type List, slice } from '../collections/list.ts'
import { shorten } from '../shorten.ts'
import type { ConversationItem } from './task-view.ts'

/** Of the user's first words as a title, which then ends in "…". */
const maxFirstWordsChars = 80
// Items of a conversation looked through for them; a context whose user spoke later is titled by its id.
const maxFirstItems = 8

/** The first words that the user said, in a line. */
export function firstWords(items: List<ConversationItem>): string | undefined {
  for (const item of slice(items, 0, maxFirstItems)) {
    if (item.kind !== 'message' || item.message.message.role !== 'user') continue
    const text = item.message.message.parts.find((part) => part.kind === 'text')
    const line = text?.kind === 'text' ? lineOf(text.text) : ''
    if (line !== '') return line
  }
  return undefined
}

/** The first line of a text, as long as a title may be. */
export function lineOf(text: string): string {
  const [line = ''] = text
    .slice(0, 4 * maxFirstWordsChars)
    .trim()
    .split('\n', 1)
  return shorten(line, maxFirstWordsChars)
}
