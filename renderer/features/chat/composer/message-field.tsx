// The field of the message. The arrow keys recall earlier texts.

import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import type { ConversationBrief } from '#shared/contract/story.ts'
import { useDraft } from '../../../state/draft.ts'
import { type Recalled, recall } from './recall.ts'

interface MessageFieldProps {
  readonly agentId: string
  readonly text: string
  readonly conversation: ConversationBrief | null | undefined
  readonly placeholder: string
  onPaste(event: ClipboardEvent): void
}

export function MessageField({ agentId, text, conversation, placeholder, onPaste }: MessageFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const takesFocus = useDraft((draft) => draft.takesFocus)
  const recall = useRecall(conversation)
  const setText = (next: string) => useDraft.getState().change(agentId, () => ({ text: next }))

  useEffect(() => {
    if (!takesFocus) return
    input.current?.focus()
    useDraft.setState({ takesFocus: false })
  }, [takesFocus])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      setText('')
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    const recalled = recall(event.key === 'ArrowUp' ? 'older' : 'newer', text)
    if (recalled === undefined) return
    event.preventDefault()
    setText(recalled)
  }

  return (
    <textarea
      ref={input}
      aria-label="Message"
      placeholder={placeholder}
      rows={2}
      spellCheck={false}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  )
}

/** Recalls earlier texts step by step, while the text is empty or is the one recalled last. */
function useRecall(conversation: ConversationBrief | null | undefined) {
  const last = useRef<Recalled>(undefined)
  return (step: 'older' | 'newer', written: string): string | undefined => {
    const recalled = recall(conversation?.said ?? [], last.current, step, written)
    if (recalled) last.current = recalled
    return recalled?.text
  }
}
