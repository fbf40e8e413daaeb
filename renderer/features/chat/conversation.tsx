// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard

import { useLayoutEffect, useRef } from 'react'
import { slice } from '#shared/record/list.ts'
import type { ConversationView, MessageView } from '#shared/record/task-view.ts'
import { useRecord } from '../../record/use-record.ts'
import { formatClock } from '../../ui/format.ts'
import { Parts } from './parts.tsx'
import { SendProblem } from './send-problem.tsx'
import { TaskBlock } from './task-block.tsx'

/** Items drawn; older ones are on the record. */
const shownItems = 200

export function Conversation({ conversation }: { readonly conversation: ConversationView }) {
  const items = slice(conversation.items, Math.max(0, conversation.items.length - shownItems))
  const log = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  useRecord((record) => record.version())

  // Follows the tail until the reader scrolls away from it.
  useLayoutEffect(() => {
    if (log.current && follows.current) log.current.scrollTop = log.current.scrollHeight
  })

  function onScroll(): void {
    if (!log.current) return
    const { scrollHeight, scrollTop, clientHeight } = log.current
    follows.current = scrollHeight - scrollTop - clientHeight < 24
  }

  return (
    <div
      ref={log}
      className="conversation"
      role="log"
      aria-label="Conversation"
      tabIndex={0}
      onScroll={onScroll}
    >
      {items.map((item) => {
        if (item.kind === 'task') return <TaskBlock key={item.taskKey} taskKey={item.taskKey} />
        // What an agent says with a state stands in the task's own block.
        if (item.message.origin === 'status') return null
        return <MessageBubble key={`m${item.message.key}`} view={item.message} />
      })}
    </div>
  )
}

function MessageBubble({ view }: { readonly view: MessageView }) {
  const { message } = view
  const mine = view.origin === 'sent' || message.role === 'user'
  return (
    <>
      <article className={mine ? 'message mine' : 'message'} aria-label={mine ? 'You' : 'Agent'}>
        <p className="message-meta faint">{formatClock(view.first.at)}</p>
        <Parts parts={message.parts} />
      </article>
      {view.origin === 'sent' && <SendProblem exchangeId={view.first.exchangeId} />}
    </>
  )
}
