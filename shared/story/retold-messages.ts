// What an agent says once more in a conversation: messages that grow piece by piece, and the histories that it keeps of tasks.

import type { Message } from '../a2a/model.ts'
import { appended, emptyList } from '../collections/list.ts'
import {
  isOwn,
  type Known,
  type MessageState,
  messageKey,
  ownOf,
  piecesOf,
  type Whose,
} from './known-messages.ts'
import type { MessageStates } from './message-states.ts'
import { isSame, partsIn } from './said-twice.ts'
import type { Place } from './sightings.ts'
import type { TaskFold } from './tasks.ts'

/** The next piece of a message that its stream tells of piece by piece; false where it is none. */
export function growMessage(
  { known, grown, change, see }: MessageStates,
  message: Message,
  where: Place,
): boolean {
  const state = known.ofId(message.messageId)
  if (!isOfStream(state, where)) return false
  const { more = emptyList } = state.view
  // Many end with all of it once more.
  if (more.length > 0 && isSame(message.parts, partsIn(piecesOf(state.view)))) {
    see(state, where)
    return true
  }
  const { parts } = message
  const { exchangeId, seq } = where.sighting
  change(state, { ...state.view, more: appended(more, { parts, place: { exchangeId, seq } }) })
  if (state.view.isTold) state.task?.saidMore(message, where.sighting)
  grown.add(state)
  return true
}

/** What its stream may tell more of. */
function isOfStream(state: MessageState | undefined, { sighting }: Place): state is MessageState {
  const { source, exchangeId } = sighting
  return state?.view.origin === 'direct' && source === 'stream' && state.view.first.exchangeId === exchangeId
}

/** A task's history, as the agent shows it. */
interface History {
  readonly messages: readonly Message[]
  readonly task: TaskFold
  /** The task was met before. */
  readonly isMet: boolean
}

/** `addTask`: it has its place in the conversation from here on. */
export function createHistories(
  states: MessageStates,
  tasks: () => Iterable<TaskFold>,
  addTask: (task: TaskFold, seq: number) => void,
) {
  const { known, link, tell } = states
  /** Messages of histories that were recognised. */
  const confirmed = new Set<number>()

  return ({ messages, task, isMet }: History, where: Place) => {
    known.recall()
    const met = new Map<number, number>()
    const asked = messages.findLastIndex(({ role }) => role === 'user')
    for (const [index, message] of messages.entries()) {
      // After what was asked last comes what this task said: another task may have said the same before.
      const isSaidByTask = message.role !== 'user' && index > asked
      if (isSaidByTask) addTask(task, where.sighting.seq)
      const key = messageKey(message)
      if (confirmed.has(key)) continue
      const hasId = message.messageId !== ''
      const nth = met.get(key) ?? 0
      if (!hasId) met.set(key, nth + 1)
      const whose: Whose = isSaidByTask ? ownOf(task, where) : () => true
      const same = known.recognised(message, key, nth, whose)
      if (same) {
        confirm(states, same)
        link(same, task)
      }
      const by = isSaidByTask ? [task] : tasks()
      if (hasId && (same || isRetold(states, message, by, whose))) confirmed.add(key)
      else if (!same)
        tell({ message, key, origin: 'history', task, isTold: isMet || isSaidByTask, place: index }, where)
    }
  }
}

function confirm({ change }: MessageStates, state: Known): void {
  if (!isOwn(state)) state.inHistory = true
  else if (!state.view.inHistory) change(state, { ...state.view, inHistory: true })
}

function isRetold(
  { grown }: MessageStates,
  { role, parts }: Message,
  by: Iterable<TaskFold>,
  whose: Whose,
): boolean {
  if (role === 'user' || parts.length === 0) return false
  return (
    [...by].some((task) => task.hasSaid(parts)) ||
    [...grown].some((state) => whose(state) && isSame(parts, partsIn(piecesOf(state.view))))
  )
}
