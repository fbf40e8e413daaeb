import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { SendRequest } from '#shared/contract/conversation.ts'
import type {
  ChatPage,
  ConversationBrief,
  ConversationChoice,
  ConversationRef,
} from '#shared/contract/story.ts'
import { defined } from '#shared/defined.ts'
import { refOf } from '#shared/story/conversation-ref.ts'
import { useEngine } from '../../host/engine.tsx'
import type { ListState } from '../../record/paged-list.ts'
import { newChat, shownKeyOf, useChat } from '../../state/chat.ts'
import { useDraft } from '../../state/draft.ts'
import { useSelection } from '../../state/selection.ts'
import { type FollowedChat, followedChat } from './followed-chat.ts'

/** The conversation on screen: the chosen one, else the newest own one with the agent that is not hidden. */
export function useCurrentConversation(): ConversationBrief | undefined {
  return useChatState(({ answer }) => answer?.conversation ?? undefined)
}

/** Reading has finished, with or without a conversation. */
export function useIsChatRead(): boolean {
  return useChatState(({ answer, problem }) => answer !== undefined || problem !== undefined)
}

/** The same with the state of reading: `null` for a new one, absent before it is read. */
export function useShownConversation() {
  return {
    // Where the list fails, a new one can be begun.
    conversation: useChatState(({ answer, problem }) =>
      answer ? answer.conversation : problem === undefined ? undefined : null,
    ),
    isRead: useChatState(({ answer }) => answer !== undefined),
    problem: useChatState(({ problem }) => problem),
  }
}

/** Everything on screen: its state is another object after each change, including rows. */
export function useShownChat() {
  const chat = useFollowed()
  return { chat, state: useChatState((state) => state) }
}

/** Stays the same when a conversation gets its context, so that open blocks stay open. */
export function useLogKey(conversation: ConversationBrief | null | undefined): string {
  const own = `${conversation?.agentId} ${conversation?.id}`
  const [choice, hold] = useState({ key: own, conversation })
  const { key, conversation: before } = choice
  if (conversation?.id === before?.id && conversation?.agentId === before?.agentId) return key
  const isSame =
    before?.agentId === conversation?.agentId &&
    before?.contextId === undefined &&
    before?.exchangeId !== undefined &&
    before.exchangeId === conversation?.exchangeId
  const next = { key: isSame ? key : own, conversation }
  hold(next)
  return next.key
}

/** How the engine identifies what is on screen: a fixed conversation, whichever becomes the newest. */
export function useNamed(): (key: string) => Named {
  const conversation = useCurrentConversation()
  return (key) => ({ agentId: conversation?.agentId ?? '', of: choiceOf(conversation ?? {}), key })
}

export interface Named {
  readonly agentId: string
  readonly of: ConversationChoice
  readonly key: string
}

export function choiceOf(conversation: ConversationRef): ConversationChoice {
  return { kind: 'conversation', ...refOf(conversation) }
}

/** The destination of a message from the chat on screen. */
export function useDestination(): Pick<SendRequest, 'contextId' | 'chatId'> {
  const conversation = useCurrentConversation()
  const agentId = useSelection((selection) => selection.agentId)
  const key = useShownKey(agentId)
  const choice = useChat(({ shown }) => shown[key])
  const own = choice?.kind === 'conversation' ? choice.chatId : undefined
  const { contextId, latestContextId = contextId, chatId, exchangeId } = conversation ?? {}
  return defined({ contextId: latestContextId, chatId: chatId ?? exchangeId ?? own })
}

/** Keeps the chat on its conversation when others begin. */
export function useStayInConversation(agentId: string | undefined, answer: ChatPage | undefined): void {
  const { canCall } = useEngine()
  const key = useShownKey(agentId)
  useEffect(() => {
    if (!canCall || agentId === undefined || !answer) return
    const { shown, newSince, show, setNewSince } = useChat.getState()
    if (newSince[key] === undefined) setNewSince(key, answer.latest)
    const choice = choiceToStay(shown[key], answer.conversation)
    if (choice) show(key, choice)
  }, [canCall, agentId, key, answer])
}

/** A conversation, or an empty chat where there is none. Undefined where that is chosen already, or reading has not finished. */
export function choiceToStay(
  choice: ConversationChoice | undefined,
  conversation: ChatPage['conversation'],
): ConversationChoice | undefined {
  if (conversation === undefined) return undefined
  if (conversation) return choice?.kind === 'conversation' ? undefined : choiceOf(conversation)
  return choice?.kind === 'conversation' && choice.chatId !== undefined ? undefined : newChat()
}

/** Shows another conversation of this agent, and clears the selection. The draft moves there, without its task. */
export function useShow(agentId: string | undefined): (choice: ConversationChoice) => void {
  const show = useShowOf()
  return (choice) => show(agentId, choice)
}

/** The same for any agent, which must become the selected one. */
export function useShowOf(): (agentId: string | undefined, choice: ConversationChoice) => void {
  const keyOf = useShownKeys()
  return (agentId, choice) => {
    useChat.getState().show(keyOf(agentId), choice)
    useSelection.getState().selectTask(undefined)
    if (agentId !== undefined) useDraft.getState().change(agentId, () => ({ continues: undefined }))
  }
}

export function useShownKey(agentId: string | undefined): string {
  return useShownKeys()(agentId)
}

function useShownKeys(): (agentId: string | undefined) => string {
  const { recorded, scope } = useEngine()
  return (agentId) => shownKeyOf(recorded?.session.id ?? scope, agentId)
}

function useFollowed(): FollowedChat | undefined {
  const { client } = useEngine()
  const agentId = useSelection((selection) => selection.agentId)
  const shownKey = useShownKey(agentId)
  return useMemo(
    () => (agentId === undefined ? undefined : followedChat(client, { agentId, shownKey })),
    [client, agentId, shownKey],
  )
}

const noMessages: ListState<ChatPage> = {}
const unfollowed = () => () => undefined

function useChatState<T>(select: (state: ListState<ChatPage>) => T): T {
  const chat = useFollowed()
  return useSyncExternalStore(chat?.subscribe ?? unfollowed, () => select(chat?.state() ?? noMessages))
}
