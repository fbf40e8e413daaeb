import { useVirtualizer } from '@tanstack/react-virtual'
import { Pencil, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Removal } from '#shared/contract/removals.ts'
import type { ConversationBrief, ConversationRow } from '#shared/contract/story.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { newChat, useChat } from '../../../state/chat.ts'
import { useRemovals } from '../../../state/removals.ts'
import { useScope } from '../../../state/scope.ts'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import { counted, formatClock, joinWords } from '../../../ui/format.ts'
import { Problem } from '../../../ui/problem.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { useClickGuard } from '../../../ui/use-click-guard.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useRemove } from '../../removals/index.ts'
import { ReadSoFar } from '../read-so-far.tsx'
import { choiceOf, useShow, useShownKey } from '../use-conversation.ts'
import { contextTitle } from './context-title.ts'
import { useContextName } from './use-context-notes.ts'
import { type Conversations, useConversations } from './use-conversations.ts'

interface ContextsInSightProps {
  readonly agentId: string
  readonly current: ConversationBrief | null | undefined
  rename(row: ConversationRow): void
  close(): void
}

export function ContextsInSight({ agentId, current, rename, close }: ContextsInSightProps) {
  const { canCall, canFollow, scope } = useEngine()
  const { sessionId, all, showAll } = useScope()
  const show = useShow(agentId)
  const key = useShownKey(agentId)
  const { setNewSince } = useChat.getState()
  const remove = useRemove()
  const nameOf = useContextName(agentId)
  // Those of others are in sight with the one that is on screen.
  const [showsOthers, setShowsOthers] = useState(current?.isOurs === false)
  const conversations = useConversations(agentId, showsOthers)
  const { answer, problem } = conversations

  function forget(row: ConversationRow): void {
    const { id, contextId } = row
    if (contextId === undefined) return
    const before = useChat.getState().shown[key]
    const leave = (removal: Removal) => {
      // Unless another was chosen since, here and on the way back.
      if (id !== current?.id || useChat.getState().shown[key] !== before) return
      const next = [0, 1].map(conversations.list.rowAt).find((each) => each && each.id !== id)
      const choice = next ? choiceOf(next) : newChat()
      show(choice)
      useRemovals.getState().addWayBack(removal.id, () => {
        if (useChat.getState().shown[key] === choice) show(choiceOf(row))
      })
    }
    const name = contextTitle(row, nameOf(contextId))
    // Not a callback of `mutate`, which isn’t called once this list is closed. Failures are in `remove.error`.
    remove
      .mutateAsync({ objects: [{ kind: 'context', agentId, contextId }], name })
      .then(leave, () => undefined)
  }

  return (
    <>
      <Problem error={remove.error} />
      {problem !== undefined && <p className="notice">{problem}</p>}
      {!answer && problem === undefined && <p className="faint py-6 px-8 small">Reading the record…</p>}
      {answer && <ReadSoFar progress={answer.progress} />}
      <ContextList conversations={conversations}>
        {(row) => {
          const title = contextTitle(row, nameOf(row.contextId))
          return (
            <Fragment key={row.id}>
              <button
                type="button"
                className="context-choice column fills py-5 px-8"
                aria-current={row.id === current?.id}
                title={row.contextId && shorten(row.contextId, maxTitleChars)}
                onClick={() => {
                  const newest = conversations.list.rowAt(0)
                  if (newest) setNewSince(key, newest.startedSeq)
                  show(choiceOf(row))
                  close()
                }}
              >
                <span className="truncate">{title}</span>
                <small className="faint">{factsOf(row)}</small>
              </button>
              {canCall && row.contextId !== undefined && (
                <>
                  <IconButton
                    label={`Rename ${title}`}
                    icon={<Pencil size={12} />}
                    onClick={() => {
                      close()
                      rename(row)
                    }}
                  />
                  <IconButton
                    label={`Forget ${title}`}
                    icon={<Trash2 size={12} />}
                    onClick={() => forget(row)}
                  />
                </>
              )}
            </Fragment>
          )
        }}
      </ContextList>
      {answer?.total === 0 && answer.progress >= 1 && (
        <p className="muted py-6 px-8 small">
          {scope === undefined ? 'No messages yet.' : 'No messages in this session yet.'}
        </p>
      )}
      {answer && answer.others > 0 && (
        <LinkButton
          className="py-4 px-10 small"
          aria-pressed={showsOthers}
          onClick={() => setShowsOthers(!showsOthers)}
        >
          {showsOthers ? 'Hide' : 'Show'} {counted(answer.others, 'context')} of others
        </LinkButton>
      )}
      {canFollow && sessionId !== undefined && (
        <LinkButton className="py-4 px-10 small" aria-pressed={all} onClick={() => showAll(!all)}>
          {all ? 'Only contexts of this session' : 'Contexts of all sessions'}
        </LinkButton>
      )}
    </>
  )
}

function factsOf({ lastAt, tasks, contextId, caller }: ConversationRow): string {
  return joinWords(
    ' · ',
    formatClock(lastAt),
    caller && visibleString(shorten(caller, maxTitleChars)),
    tasks > 0 && counted(tasks, 'task'),
    contextId && shortId(contextId),
  )
}

interface ContextListProps {
  readonly conversations: Conversations
  readonly children: (row: ConversationRow) => ReactNode
}

const rowPx = 46

function ContextList({ conversations: { list, answer }, children }: ContextListProps) {
  const box = useRef<HTMLDivElement>(null)
  const total = answer?.total ?? 0
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
    <div ref={box} className="context-scroller" {...useClickGuard()}>
      <ul className="anchor" aria-label="Contexts" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = list.rowAt(index)
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={total}
              className="context-row line gap-2"
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
