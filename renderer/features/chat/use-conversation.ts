import { useMemo, useSyncExternalStore } from 'react'
import type {
  ChatPage,
  ConversationBrief,
  ConversationChoice,
  ConversationRef,
} from '#shared/contract/story.ts'
import { useEngine } from '../../host/engine.tsx'
import type { ListState } from '../../record/paged-list.ts'
import { useChat } from '../../state/chat.ts'
import { useSelection } from '../../state/selection.ts'
import { type FollowedChat, followedChat } from './followed-chat.ts'

/** The conversation on screen: the one the user chose, else the newest with the agent that was held here and is not forgotten. */
export function useCurrentConversation(): ConversationBrief | undefined {
  return useChatState(({ answer }) => answer?.conversation ?? undefined)
}

/** All that is on screen: its state is another object whenever anything of it has changed, rows included. */
export function useShownChat() {
  const chat = useFollowed()
  return { chat, state: useChatState((state) => state) }
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

export function choiceOf({ contextId, exchangeId }: ConversationRef): ConversationChoice {
  return { kind: 'conversation', ...(contextId === undefined ? { exchangeId } : { contextId }) }
}

/** Shows another conversation of this agent in the record that is looked at. */
export function useShow(agentId: string | undefined): (choice: ConversationChoice) => void {
  const key = useShownKey(agentId)
  return (choice) => useChat.getState().show(key, choice)
}

function useShownKey(agentId: string | undefined): string {
  const { recorded } = useEngine()
  return `${recorded?.session.id ?? 'live'} ${agentId ?? ''}`
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

const nobody: ListState<ChatPage> = {}
const unfollowed = () => () => undefined

function useChatState<T>(select: (state: ListState<ChatPage>) => T): T {
  const chat = useFollowed()
  return useSyncExternalStore(chat?.subscribe ?? unfollowed, () => select(chat?.state() ?? nobody))
}
