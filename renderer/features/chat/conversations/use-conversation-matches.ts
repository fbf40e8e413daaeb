import { useMemo } from 'react'
import { useMatchList } from '../../../commands/match-list.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createListOnce } from '../../../record/paged-list.ts'
import { useMode, useSelection } from '../../../state/selection.ts'
import { formatBriefly } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useAgentNames } from '../../requests/index.ts'
import { choiceOf, useShowOf } from '../use-conversation.ts'
import { conversationTitle } from './conversation-title.ts'
import { useContextNotes } from './use-context-notes.ts'

export function useConversationMatches(text: string) {
  const { client } = useEngine()
  const notes = useContextNotes()
  const agentName = useAgentNames()
  const show = useShowOf()
  const list = useMemo(
    () =>
      createListOnce(async (range, options) => {
        const page = await client.story.conversations({ named: text, others: true, ...range }, options)
        return { ...page, text }
      }),
    [client, text],
  )
  return useMatchList(list, text, (row) => {
    const { id, agentId, contextId, lastAt } = row
    const note = notes?.find((each) => each.agentId === agentId && each.contextId === contextId)
    return {
      key: `conversation-${agentId}-${id}`,
      title: conversationTitle(row, note?.name),
      detail: `${visibleString(agentName(agentId))} · ${formatBriefly(lastAt)}`,
      run() {
        useMode.getState().show('chat')
        if (useSelection.getState().agentId !== agentId) useSelection.getState().selectAgent(agentId)
        show(agentId, choiceOf(row))
      },
    }
  })
}
