import { useRef } from 'react'
import type { ConversationBrief } from '#shared/contract/story.ts'

/** What was said before, step by step, while the text is empty or is what was recalled last. */
export function useRecall(conversation: ConversationBrief | null | undefined) {
  const place = useRef<{ readonly position: number; readonly text: string }>(undefined)
  return (direction: 'older' | 'newer', text: string): string | undefined => {
    const said = conversation?.said ?? []
    const recalled = place.current?.text === text ? place.current : undefined
    if (!recalled && (text !== '' || direction === 'newer')) return undefined
    const position = (recalled?.position ?? -1) + (direction === 'older' ? 1 : -1)
    const words = said[position]
    if (words === undefined) return direction === 'newer' ? '' : undefined
    place.current = { position, text: words }
    return words
  }
}
