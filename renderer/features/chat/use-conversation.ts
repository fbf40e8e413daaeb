import type { ConversationView } from '#shared/record/task-view.ts'
import { useEngine } from '../../host/engine.tsx'
import { useRecord } from '../../record/use-record.ts'
import { useChat } from '../../state/chat.ts'
import { useSelection } from '../../state/selection.ts'

/** The selected agent's newest conversation, unless it was put aside by "New context". */
export function useCurrentConversation(): ConversationView | undefined {
  const agentId = useSelection((selection) => selection.agentId)
  const aside = useChat((chat) => (agentId ? chat.asideUpTo[agentId] : undefined)) ?? 0
  // What was put aside was put aside in the live record.
  const asideUpTo = useEngine().recorded ? 0 : aside
  return useRecord((record) => (agentId ? record.newestConversation(agentId, asideUpTo) : undefined))
}
