// The conversation on screen of an agent, followed once for all panes that show it, while one does. When a block is opened, the
// current rows stay until the new ones are loaded.

import { maxOpenRows } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ChatPage, ConversationBrief, ConversationChoice, LookedAt } from '#shared/contract/story.ts'
import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { createPagedList, type ListState, type PagedList } from '../../record/paged-list.ts'
import { useChat, useChatView } from '../../state/chat.ts'

export interface FollowedChat {
  state(): ListState<ChatPage>
  rowAt(index: number): ChatRow | undefined
  /** Rows on screen. */
  request(from: number, to: number): void
  /** After a change of the engine's settings without a new entry. */
  reload(): void
  subscribe(listener: () => void): () => void
}

interface ShownOf {
  readonly agentId: string
  /** Key of the user's choice. */
  readonly shownKey: string
}

const newest: ConversationChoice = { kind: 'newest', after: 0 }
const notYet: ListState<ChatPage> = {}
/** Rows requested when blocks were opened: a screenful in any case. */
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

/** Call it after the user has changed how text is shown. */
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
  // Neither has a sent message.
  if (conversation === null) return choice.chatId !== undefined
  const { contextId, chatId, exchangeId } = conversation
  if (choice.contextId !== undefined) return contextId === choice.contextId
  return choice.chatId === undefined ? exchangeId === choice.exchangeId : chatId === choice.chatId
}

/** The client that answers the calls. */
export interface ChatSource {
  readonly story: Pick<EngineClient['story'], 'rows'>
}

type ChatList = PagedList<ChatRow, ChatPage>

/** Updates are folded once anyway, so waiting saves no work. */
const rest = { leastMs: 50, share: 0 }
/** Rows requested from the end by default. */
const firstRows = 200

export function createChatList(
  { story }: ChatSource,
  looked: LookedAt,
  begin: { readonly offset?: number; readonly limit: number } = { limit: firstRows },
): ChatList {
  let conversationBrief: ConversationBrief | null = null
  const complete = ({ conversation = conversationBrief, ...page }: ChatPage): ChatPage => {
    conversationBrief = conversation
    // Until reading is complete, `null` does not mean that there is none.
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
