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

/** The conversation on screen: the one the user chose, else the newest with the agent that was held here and is not forgotten. */
export function useCurrentConversation(): ConversationBrief | undefined {
  return useChatState(({ answer }) => answer?.conversation ?? undefined)
}

/** There is a conversation to show, or certainly none. */
export function useIsChatRead(): boolean {
  return useChatState(({ answer, problem }) => answer !== undefined || problem !== undefined)
}

/** The same, and whether it is read: `null` for a new one, absent before that. */
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

/** All that is on screen: its state is another object whenever anything of it has changed, rows included. */
export function useShownChat() {
  const chat = useFollowed()
  return { chat, state: useChatState((state) => state) }
}

/** Stays when a conversation is given its context, so that what is open in it stays open. */
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

/** How what is on screen is named to the engine: a conversation by itself, whichever becomes the newest. */
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

/** Where a message goes that is sent from the chat on screen. */
export function useDestination(): Pick<SendRequest, 'contextId' | 'chatId'> {
  const conversation = useCurrentConversation()
  const agentId = useSelection((selection) => selection.agentId)
  const key = useShownKey(agentId)
  const choice = useChat(({ shown }) => shown[key])
  const own = choice?.kind === 'conversation' ? choice.chatId : undefined
  const { contextId, latestContextId = contextId, chatId, exchangeId } = conversation ?? {}
  return defined({ contextId: latestContextId, chatId: chatId ?? exchangeId ?? own })
}

/** The chat stays with what it shows, whatever begins meanwhile. */
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

/** A conversation, or an empty chat where there is none. Undefined where that is chosen already, or isn't known yet. */
export function choiceToStay(
  choice: ConversationChoice | undefined,
  conversation: ChatPage['conversation'],
): ConversationChoice | undefined {
  if (conversation === undefined) return undefined
  if (conversation) return choice?.kind === 'conversation' ? undefined : choiceOf(conversation)
  return choice?.kind === 'conversation' && choice.chatId !== undefined ? undefined : newChat()
}

/** Shows another conversation of this agent, and nothing else stays selected. The draft goes there, and to no task of the one before. */
export function useShow(agentId: string | undefined): (choice: ConversationChoice) => void {
  const show = useShowOf()
  return (choice) => show(agentId, choice)
}

/** The same of any agent, which is to be the one that is selected. */
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
