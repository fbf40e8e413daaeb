// What the palette finds besides commands.

import { useEffect, useState } from 'react'
import type { CommandId } from '#shared/commands.ts'
import { useAgents } from '../features/agent/index.ts'
import { useConversationMatches } from '../features/chat/index.ts'
import { useRecordingMatches } from '../features/sessions/index.ts'
import { messageOf } from '../host/message-of.ts'
import { useSelection } from '../state/selection.ts'
import { createTypingRest } from '../state/typing-rest.ts'
import { visibleString } from '../ui/visible-text.ts'
import { hasEveryWord } from './match-commands.ts'

export interface Match {
  readonly key: string
  readonly title: string
  /** Behind the title. */
  readonly detail?: string
  readonly command?: CommandId
  run(): void
}

export interface MatchGroup {
  readonly name: string
  readonly entries: readonly Match[]
}

/** Of each kind. */
const maxMatches = 6

export function useMatches(query: string) {
  const text = query.trim()
  const agents = useAgents().data ?? []
  const conversations = useConversationMatches()
  const { matches, isSearching, error } = useRecordingMatches(useRested(text))
  const groups: readonly MatchGroup[] = [
    {
      name: 'Agents',
      entries: agents
        .filter(({ name, address, note }) => hasEveryWord(`${name} ${address} ${note ?? ''}`, text))
        .slice(0, maxMatches)
        .map(({ id, name, address }) => ({
          key: `agent-${id}`,
          title: visibleString(name),
          detail: visibleString(address),
          run: () => useSelection.getState().selectAgent(id),
        })),
    },
    {
      name: 'Conversations',
      entries: conversations.filter(({ title }) => hasEveryWord(title, text)).slice(0, maxMatches),
    },
    { name: 'Recordings', entries: matches.slice(0, maxMatches) },
  ]
  return {
    groups: text === '' ? [] : groups.filter(({ entries }) => entries.length > 0),
    isSearching: text !== '' && isSearching,
    problem: error ? messageOf(error) : undefined,
  }
}

/** A text once typing rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState('')
  const [rest] = useState(createTypingRest)
  useEffect(() => {
    rest.next(() => setRested(text))
    return rest.drop
  }, [text, rest])
  return text === '' ? '' : rested
}
