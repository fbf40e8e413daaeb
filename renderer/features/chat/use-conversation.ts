import type { ConversationView } from '#shared/record/task-view.ts'
import { useRecord } from '../../record/use-record.ts'
import { useChat } from '../../state/chat.ts'
import { useSelection } from '../../state/selection.ts'

/** The selected agent's newest conversation, unless it was put aside by "New context". */
export function useCurrentConversation(): ConversationView | undefined {
  const agentId = useSelection((selection) => selection.agentId)
  const asideUpTo = useChat((chat) => (agentId ? chat.asideUpTo[agentId] : undefined)) ?? 0
  return useRecord((record) => (agentId ? record.newestConversation(agentId, asideUpTo) : undefined))
}
