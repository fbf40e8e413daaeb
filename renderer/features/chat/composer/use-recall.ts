import { useRef } from 'react'
import { at } from '#shared/collections/list.ts'
import type { ConversationView } from '#shared/story/task-view.ts'

/** What was said before, step by step, while the text is empty or is what was recalled last. */
export function useRecall(conversation: ConversationView | undefined) {
  const place = useRef<{ readonly position: number; readonly text: string }>(undefined)
  return (direction: 'older' | 'newer', text: string): string | undefined => {
    const items = conversation?.items
    if (!items) return undefined
    const recalled = place.current?.text === text ? place.current : undefined
    if (text !== '' && !recalled) return undefined
    const step = direction === 'older' ? -1 : 1
    if (!recalled && direction === 'newer') return undefined
    for (let position = (recalled?.position ?? items.length) + step; at(items, position); position += step) {
      const item = at(items, position)
      if (item?.kind !== 'message' || item.message.origin !== 'sent') continue
      const words = item.message.message.parts.find((part) => part.kind === 'text')
      if (words?.kind !== 'text') continue
      place.current = { position, text: words.text }
      return words.text
    }
    return direction === 'newer' ? '' : undefined
  }
}
