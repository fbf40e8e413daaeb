// What the palette finds besides commands.

import { useEffect, useState } from 'react'
import { hasEveryWord } from '#shared/filter/words.ts'
import { useAgents } from '../features/agent/index.ts'
import { useConversationMatches } from '../features/chat/index.ts'
import { useRecordingMatches } from '../features/sessions/index.ts'
import { useSelection } from '../state/selection.ts'
import { createTypingRest } from '../state/typing-rest.ts'
import { visibleString } from '../ui/visible-text.ts'
import { type MatchList, matchesOf } from './match-list.ts'

export interface MatchGroup extends MatchList {
  readonly name: string
  /** What its entries are, where not all of them are shown beside the other groups. */
  readonly noun?: string
  /** Of an entry. */
  readonly rowPx: number
}

export const rowPx = 32
/** With two lines of text. */
const hitPx = 66

export function useMatches(query: string): readonly MatchGroup[] {
  const text = query.trim()
  const rested = useRested(text)
  const agents = (useAgents().data ?? [])
    .filter(({ name, address, note }) => hasEveryWord(`${name} ${address} ${note ?? ''}`, text))
    .map(({ id, name, address }) => ({
      key: `agent-${id}`,
      title: visibleString(name),
      detail: visibleString(address),
      run: () => useSelection.getState().selectAgent(id),
    }))
  return [
    { name: 'Agents', noun: 'agent', rowPx, ...matchesOf(agents) },
    { name: 'Conversations', noun: 'conversation', rowPx, ...useConversationMatches(rested) },
    { name: 'Recordings', noun: 'place', rowPx: hitPx, ...useRecordingMatches(rested) },
  ]
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
