// The conversations with an agent, below it in the sidebar: show, name or remove one.

import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { maxNameChars } from '#shared/bounded.ts'
import type { Removal } from '#shared/contract/removals.ts'
import type { ConversationRow } from '#shared/contract/story.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { slowPoll } from '../../../record/follow-versions.ts'
import { createListOf } from '../../../record/paged-list.ts'
import { useKeepPrevious } from '../../../record/use-keep-previous.ts'
import { newChat, useChat } from '../../../state/chat.ts'
import { useLayout } from '../../../state/layout.ts'
import { useRemovals } from '../../../state/removals.ts'
import { useScope } from '../../../state/selection.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { TextField } from '../../../ui/field.tsx'
import { counted } from '../../../ui/format.ts'
import { useRemove } from '../../removals/index.ts'
import { choiceOf, useCurrentConversation, useShow, useShownKey } from '../use-conversation.ts'
import { ConversationItem } from './conversation-item.tsx'
import { conversationTitle } from './conversation-title.ts'
import { useContextName, useContextNotes, useNoteContext } from './use-context-notes.ts'
import '../chat.css'

export function ConversationList({ agentId }: { readonly agentId: string }) {
  const { canCall } = useEngine()
  const current = useCurrentConversation()
  // Those of others are listed while one of them is on screen.
  const [showsOthers, setShowsOthers] = useState<boolean>()
  const conversations = useConversations(agentId, showsOthers ?? current?.isOurs === false)
  const { answer, problem } = conversations
  const nameOf = useContextName(agentId)
  const show = useShow(agentId)
  const key = useShownKey(agentId)
  const { forget, error } = useForget(agentId, conversations)
  const [renamed, setRenamed] = useState<string>()

  function choose(row: ConversationRow): void {
    const newest = conversations.list.rowAt(0)
    if (newest) useChat.getState().setNewSince(key, newest.startedSeq)
    show(choiceOf(row))
    useLayout.getState().closeDrawer()
  }

  return (
    <>
      <Problem error={error} />
      {problem !== undefined && <p className="notice">{problem}</p>}
      <Rows conversations={conversations}>
        {(row) => (
          <ConversationItem
            row={row}
            title={conversationTitle(row, nameOf(row.contextId))}
            isShown={row.id === current?.id}
            onShow={() => choose(row)}
            onRename={() => setRenamed(row.contextId)}
            onForget={() => forget(row)}
          />
        )}
      </Rows>
      {canCall && (
        <button
          type="button"
          className="conversation-new line gap-6 full-width tone-accent"
          onClick={() => {
            runCommand('chat.new-context')
            useLayout.getState().closeDrawer()
          }}
        >
          <Plus size={13} /> New conversation
        </button>
      )}
      <More
        others={answer?.others ?? 0}
        showsOthers={showsOthers ?? current?.isOurs === false}
        onOthers={setShowsOthers}
      />
      {renamed !== undefined && (
        <ConversationName agentId={agentId} contextId={renamed} onClose={() => setRenamed(undefined)} />
      )}
    </>
  )
}

/** Removes a conversation from the list; if it was on screen, shows the one below. */
function useForget(agentId: string, { list }: Conversations) {
  const current = useCurrentConversation()
  const show = useShow(agentId)
  const key = useShownKey(agentId)
  const remove = useRemove()
  const nameOf = useContextName(agentId)
  return { error: remove.error, forget }

  function forget(row: ConversationRow): void {
    const { id, contextId } = row
    if (contextId === undefined) return
    const before = useChat.getState().shown[key]
    const leave = (removal: Removal) => {
      // Unless another one was chosen since, then and on undo.
      if (id !== current?.id || useChat.getState().shown[key] !== before) return
      const next = [0, 1].map(list.rowAt).find((each) => each && each.id !== id)
      const choice = next ? choiceOf(next) : newChat()
      show(choice)
      useRemovals.getState().addWayBack(removal.id, () => {
        if (useChat.getState().shown[key] === choice) show(choiceOf(row))
      })
    }
    const name = conversationTitle(row, nameOf(contextId))
    // Not a callback of `mutate`, which isn’t called once this list is unmounted. Failures are in `remove.error`.
    remove
      .mutateAsync({ objects: [{ kind: 'context', agentId, contextId }], name })
      .then(leave, () => undefined)
  }
}

interface MoreProps {
  readonly others: number
  readonly showsOthers: boolean
  onOthers(shows: boolean): void
}

/** The number of hidden ones, with a button to list them. */
function More({ others, showsOthers, onOthers }: MoreProps) {
  const { canFollow } = useEngine()
  const { sessionId, all, showAll } = useScope()
  return (
    <>
      {others > 0 && (
        <LinkButton
          className="conversation-more truncate small"
          aria-pressed={showsOthers}
          onClick={() => onOthers(!showsOthers)}
        >
          {showsOthers ? 'Hide' : 'Show'} {counted(others, 'conversation')} of others
        </LinkButton>
      )}
      {canFollow && sessionId !== undefined && (
        <LinkButton
          className="conversation-more truncate small"
          aria-pressed={all}
          onClick={() => showAll(!all)}
        >
          {all ? 'Only conversations of this recording' : 'Conversations of all recordings'}
        </LinkButton>
      )}
    </>
  )
}

interface RowsProps {
  readonly conversations: Conversations
  readonly children: (row: ConversationRow) => ReactNode
}

const rowPx = 28

/** Those in sight of the sidebar, which scrolls as a whole. */
function Rows({ conversations: { list, answer }, children }: RowsProps) {
  const box = useRef<HTMLUListElement>(null)
  const scroller = () => box.current?.closest<HTMLElement>('.pane-body') ?? null
  const [topPx, setTopPx] = useState(0)
  useLayoutEffect(() => {
    const [sidebar, top] = [scroller(), box.current?.getBoundingClientRect().top ?? 0]
    if (sidebar) setTopPx(Math.round(top - sidebar.getBoundingClientRect().top + sidebar.scrollTop))
  })
  const total = answer?.total ?? 0
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: scroller,
    scrollMargin: topPx,
    estimateSize: () => rowPx,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => list.request(first, last), [list, first, last])
  return (
    <ul
      ref={box}
      className="anchor"
      aria-label="Conversations"
      hidden={total === 0}
      style={{ height: virtual.getTotalSize() }}
      onKeyDown={walk}
    >
      {items.map(({ index, key, start }) => {
        const row = list.rowAt(index)
        return (
          <li
            key={key}
            aria-posinset={index + 1}
            aria-setsize={total}
            className="conversation-row"
            style={{ transform: `translateY(${start - topPx}px)`, height: rowPx }}
          >
            {row && children(row)}
          </li>
        )
      })}
    </ul>
  )
}

/** Arrows focus the previous or next row, which is drawn beyond those in sight. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.altKey) return
  const picks = [...event.currentTarget.querySelectorAll<HTMLElement>('.conversation-pick')]
  const next = picks[picks.findIndex((pick) => pick === document.activeElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

type Conversations = ReturnType<typeof useConversations>

/** Follows the conversations with an agent, including those of others if `others`. Another list is shown once it is loaded. */
function useConversations(agentId: string, others: boolean) {
  const { client } = useEngine()
  const notes = useContextNotes()
  const removals = useRemovals(({ pending }) => pending)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was put out of sight is left out
  const list = useMemo(
    () =>
      createListOf(
        (request, options) => client.story.conversations({ agentId, others, ...request }, options),
        {
          rest: slowPoll,
        },
      ),
    [client, agentId, others, notes, removals],
  )
  return useKeepPrevious(list)
}

interface ConversationNameProps {
  readonly agentId: string
  readonly contextId: string
  onClose(): void
}

function ConversationName({ agentId, contextId, onClose }: ConversationNameProps) {
  const note = useNoteContext()
  const [text, setText] = useState(useContextName(agentId)(contextId) ?? '')
  return (
    <FormDialog
      title="Name the conversation"
      submitLabel="Save name"
      onSubmit={() => {
        void note({ agentId, contextId, name: text.trim(), forgotten: false })
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={text}
        maxLength={maxNameChars}
        autoFocus
        hint="Only you see it. Leave empty to use the first message."
        onChange={setText}
      />
    </FormDialog>
  )
}
