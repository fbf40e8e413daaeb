// The contexts of an agent, the newest first, as far as they are in sight.

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ConversationRow } from '#shared/contract/story.ts'
import type { Conversations } from './use-conversations.ts'

interface ContextListProps {
  readonly conversations: Conversations
  readonly children: (row: ConversationRow) => ReactNode
}

const rowPx = 46

export function ContextList({ conversations: { list, state }, children }: ContextListProps) {
  const box = useRef<HTMLDivElement>(null)
  const total = state.answer?.total ?? 0
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => list.want(first, last), [list, first, last])
  return (
    <div ref={box} className="context-scroller">
      <ul className="context-list" aria-label="Contexts" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = list.rowAt(index)
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={total}
              className="context-row"
              style={{ transform: `translateY(${start}px)`, minHeight: rowPx }}
            >
              {row && children(row)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
