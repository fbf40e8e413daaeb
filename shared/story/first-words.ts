import { type List, slice } from '../collections/list.ts'
import type { ConversationItem } from './task-view.ts'

const longest = 80
/** Items looked at. */
const looked = 8

/** The first words that the user said, in a line. */
export function firstWords(items: List<ConversationItem>): string | undefined {
  for (const item of slice(items, 0, looked)) {
    if (item.kind !== 'message' || item.message.message.role !== 'user') continue
    const text = item.message.message.parts.find((part) => part.kind === 'text')
    const line = text?.kind === 'text' ? lineOf(text.text) : ''
    if (line !== '') return line
  }
  return undefined
}

/** The first line of a text, as long as a title may be. */
export function lineOf(text: string): string {
  const [line = ''] = text.slice(0, 400).trim().split('\n', 1)
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
