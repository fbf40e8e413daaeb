import { at } from '#shared/collections/list.ts'
import type { ConversationView } from '#shared/story/task-view.ts'
import { useEngine } from '../../host/engine.tsx'
import type { RecordStore } from '../../record/record-store.ts'
import { useRecord } from '../../record/use-record.ts'
import { type Shown, useChat } from '../../state/chat.ts'
import { useSelection } from '../../state/selection.ts'
import { isForgotten, useContextNotes } from './contexts/index.ts'

/** The conversation on screen: the one the user chose, else the newest with the agent that was held here and is not forgotten. */
export function useCurrentConversation(): ConversationView | undefined {
  const agentId = useSelection((selection) => selection.agentId)
  const { shown } = useShown(agentId)
  const notes = useContextNotes()
  const { canCall } = useEngine()
  return useRecord((record) => {
    if (agentId === undefined) return undefined
    if (shown.kind === 'conversation') return merged(record, at(record.conversations(), shown.index))
    const ofAgent = (each: ConversationView) => each.agentId === agentId && !isForgotten(notes, each)
    const ours = newestOf(record, shown.from, (each) => each.isOurs && ofAgent(each))
    // Where nothing can be said, there is nothing better to show than what others said.
    return ours ?? (canCall ? undefined : newestOf(record, shown.from, ofAgent))
  })
}

/** What the user chose to see of this agent in the record that is looked at. */
export function useShown(agentId: string | undefined) {
  const { recorded } = useEngine()
  const key = `${recorded?.session.id ?? 'live'} ${agentId ?? ''}`
  const shown: Shown | undefined = useChat((chat) => chat.shown[key])
  return {
    shown: shown ?? everything,
    show: (next: Shown) => useChat.getState().show(key, next),
  }
}

const everything: Shown = { kind: 'newest', from: 0 }

/** Where a conversation's items are now. */
function merged(record: RecordStore, view: ConversationView | undefined): ConversationView | undefined {
  if (view?.mergedInto === undefined) return view
  const into = newestOf(record, 0, ({ id }) => id === view.mergedInto)
  return merged(record, into)
}

function newestOf(
  record: RecordStore,
  from: number,
  isWanted: (view: ConversationView) => boolean,
): ConversationView | undefined {
  const list = record.conversations()
  for (let index = list.length - 1; index >= from; index--) {
    const view = at(list, index)
    if (view && view.mergedInto === undefined && isWanted(view)) return view
  }
  return undefined
}
