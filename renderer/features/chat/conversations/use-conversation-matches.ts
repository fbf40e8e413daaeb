import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../../host/engine.tsx'
import { useMode } from '../../../state/mode.ts'
import { useSelection } from '../../../state/selection.ts'
import { formatBriefly } from '../../../ui/format.ts'
import { choiceOf, useShow } from '../use-conversation.ts'
import { conversationTitle } from './conversation-title.ts'
import { useContextName } from './use-context-notes.ts'

// Of one agent, those that can be found by name, the newest.
const maxNamedConversations = 200

/** The conversations with the selected agent, to be found by name. */
export function useConversationMatches() {
  const { queries } = useEngine()
  const agentId = useSelection((selection) => selection.agentId)
  const nameOf = useContextName(agentId ?? '')
  const show = useShow(agentId)
  const { data } = useQuery(
    queries.story.conversations.queryOptions({
      input: { agentId: agentId ?? '-', others: true, offset: 0, limit: maxNamedConversations },
      enabled: agentId !== undefined,
      staleTime: 0,
    }),
  )
  if (agentId === undefined) return []
  return (data?.rows ?? []).map((row) => ({
    key: `conversation-${row.id}`,
    title: conversationTitle(row, nameOf(row.contextId)),
    detail: formatBriefly(row.lastAt),
    run: () => {
      useMode.getState().show('chat')
      show(choiceOf(row))
    },
  }))
}
