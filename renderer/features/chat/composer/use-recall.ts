import { useRef } from 'react'
import type { ConversationBrief } from '#shared/contract/story.ts'
import { type Recalled, recall } from './recall.ts'

/** What was said before, step by step, while the text is empty or is what was recalled last. */
export function useRecall(conversation: ConversationBrief | null | undefined) {
  const last = useRef<Recalled>(undefined)
  return (step: 'older' | 'newer', written: string): string | undefined => {
    const recalled = recall(conversation?.said ?? [], last.current, step, written)
    if (recalled) last.current = recalled
    return recalled?.text
  }
}
