// The conversation of an agent that is on screen, followed once for all panes that show something of it, for as long as one does. When
// something is folded out, what was there stays until the rows with it are.

import { maxOpenRows } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ChatPage, ConversationBrief, ConversationChoice, LookedAt } from '#shared/contract/story.ts'
import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { createPagedList, type ListState, type PagedList } from '../../record/paged-list.ts'
import { useChat, useChatView } from '../../state/chat.ts'

export interface FollowedChat {
  state(): ListState<ChatPage>
  rowAt(index: number): ChatRow | undefined
  /** What is on screen. */
  request(from: number, to: number): void
  /** What the engine goes by has changed, and nothing on the record. */
  reload(): void
  subscribe(listener: () => void): () => void
}

interface ShownOf {
  readonly agentId: string
  /** Of what the user chose to see. */
  readonly shownKey: string
}

const newest: ConversationChoice = { kind: 'newest', after: 0 }
const notYet: ListState<ChatPage> = {}
/** Requested with what was folded out: a screenful, however it lies. */
const rowsAround = 200
const piece = 100

const chats = new WeakMap<ChatSource, Map<string, FollowedChat>>()

export function followedChat(client: ChatSource, source: ShownOf): FollowedChat {
  const ofClient = chats.get(client) ?? new Map<string, FollowedChat>()
  chats.set(client, ofClient)
  const chat = ofClient.get(source.shownKey) ?? createFollowedChat(client, source)
  ofClient.set(source.shownKey, chat)
  return chat
}

/** After the user reported otherwise how something is to be read. */
export function reloadChat(client: ChatSource): void {
  for (const chat of chats.get(client)?.values() ?? []) chat.reload()
}

function createFollowedChat(client: ChatSource, { agentId, shownKey }: ShownOf): FollowedChat {
  const listeners = new Set<() => void>()
  let shown: ChatList | undefined
  let chatList: ChatList | undefined
  let requested = { from: 0, to: 0 }
  let stopLooking: () => void = () => undefined

  const choice = () => useChat.getState().shown[shownKey] ?? newest
  const report = () => {
    for (const listener of listeners) listener()
  }
  const request = (isSame: boolean) => {
    chatList?.close()
    const open = [...useChatView.getState().open].slice(-maxOpenRows)
    const { from, to } = requested
    const begin = isSame ? { offset: from - (from % piece), limit: rowsAround } : undefined
    const list = createChatList(client, { agentId, of: choice(), open }, begin)
    if (isSame) list.request(from, to)
    else shown = list
    chatList = list
    list.subscribe(() => {
      if (list !== chatList) return
      shown = list
      report()
    })
    report()
  }
  const look = () => {
    const stops = [
      useChatView.subscribe(({ open }, before) => {
        if (open !== before.open) request(shown?.state().answer !== undefined)
      }),
      useChat.subscribe((now, before) => {
        if (now.shown[shownKey] !== before.shown[shownKey]) request(isOf(shown?.state().answer, choice()))
      }),
    ]
    request(false)
    stopLooking = () => {
      for (const stop of stops) stop()
      chatList?.close()
      chatList = undefined
      shown = undefined
    }
  }

  return {
    state: () => shown?.state() ?? notYet,
    rowAt: (index) => shown?.rowAt(index),
    request(from, to) {
      requested = { from, to }
      chatList?.request(from, to)
    },
    reload() {
      if (listeners.size > 0) request(shown?.state().answer !== undefined)
    },
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) look()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopLooking()
      }
    },
  }
}

function isOf(page: ChatPage | undefined, choice: ConversationChoice): boolean {
  const { conversation } = page ?? {}
  if (conversation === undefined || choice.kind === 'newest') return false
  // Nothing was sent from the one nor the other.
  if (conversation === null) return choice.chatId !== undefined
  const { contextId, chatId, exchangeId } = conversation
  if (choice.contextId !== undefined) return contextId === choice.contextId
  return choice.chatId === undefined ? exchangeId === choice.exchangeId : chatId === choice.chatId
}

/** What answers them. */
export interface ChatSource {
  readonly story: Pick<EngineClient['story'], 'rows'>
}

type ChatList = PagedList<ChatRow, ChatPage>

/** What has come is folded once, sooner or later: to wait makes it no less. */
const rest = { leastMs: 50, share: 0 }
/** Of the end, where nothing else is wanted. */
const firstRows = 200

export function createChatList(
  { story }: ChatSource,
  looked: LookedAt,
  begin: { readonly offset?: number; readonly limit: number } = { limit: firstRows },
): ChatList {
  let conversationBrief: ConversationBrief | null = null
  const complete = ({ conversation = conversationBrief, ...page }: ChatPage): ChatPage => {
    conversationBrief = conversation
    // Before any of it is read, it isn't known that there is none.
    return conversation === null && page.progress < 1 ? page : { ...page, conversation }
  }
  return createPagedList<ChatRow, ChatPage>({
    first: async (signal) => complete(await story.rows({ ...looked, ...begin }, { signal })),
    follow: async ({ version: last, ...more }, signal) =>
      complete(await story.rows({ ...looked, ...more, seen: last }, { signal })),
    async load(offset, limit, signal) {
      const { rows } = await story.rows({ ...looked, offset, limit }, { signal })
      return rows.flatMap((row) => ('kept' in row ? [] : [row]))
    },
    keyOf: ({ key }) => key,
    rest,
  })
}
