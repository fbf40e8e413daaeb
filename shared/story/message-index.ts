// The messages of one conversation, each identified by its id and its content, so that it is one however often it is told.

import type { Message } from '../a2a/model.ts'
import { emptyList, values } from '../collections/list.ts'
import { contentDigest, partsKey } from './content-key.ts'
import { isSame, partsIn } from './duplicate-message.ts'
import type { Place } from './sightings.ts'
import type { MessageView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

export interface MessageState {
  /** What its message says, and under which id: kept, since a message may be megabytes long. */
  readonly key: number
  view: MessageView
  task: TaskFold | undefined
  /** Among the events of its task, where it was told with one. */
  event?: number | undefined
}

/** A message that arrived with a state of its task, which has it. */
interface StateMessage {
  readonly task: TaskFold
  readonly index: number
  inHistory: boolean
}

export type IndexedMessage = MessageState | StateMessage

export function createMessageIndex(tasks: () => Iterable<TaskFold>) {
  const byContent = new Map<number, IndexedMessage[]>()
  const byWords = new Map<number, IndexedMessage[]>()
  const byId = new Map<string, MessageState>()
  /** Events of each task that were looked through. */
  const recalled = new Map<TaskFold, number>()

  return {
    add(state: MessageState) {
      const { message } = state.view
      pushTo(byContent, state.key, state)
      pushTo(byWords, wordsKey(message), state)
      if (message.messageId !== '') byId.set(message.messageId, state)
    },
    /** Most of what arrived with states is never requested: it is looked up when it may be said once more. */
    recall() {
      for (const task of tasks()) {
        for (const { message, index } of task.said(recalled.get(task) ?? 0)) {
          const state = { task, index, inHistory: false }
          pushTo(byContent, messageKey(message), state)
          pushTo(byWords, wordsKey(message), state)
          recalled.set(task, index + 1)
        }
      }
    },
    ofId: (messageId: string) => byId.get(messageId),
    /** The last of those that say this under the same id; `own`: other than those of states. */
    latest: (key: number) => byContent.get(key)?.at(-1),
    own: (key: number) => byContent.get(key)?.findLast(isOwn),
    /** What a history shows, if it was met before: by its id, else by what it says. */
    recognised(message: Message, key: number, nth: number, whose: Whose): IndexedMessage | undefined {
      const same = byContent.get(key)?.[nth]
      if (same || message.messageId === '') return same
      const ofId = byId.get(message.messageId)
      if (ofId?.view.more && isSame(message.parts, partsIn(piecesOf(ofId.view)))) return ofId
      return byWords.get(wordsKey(message))?.find((state) => !isInHistory(state) && whose(state))
    },
    clear() {
      for (const existing of [byContent, byWords, byId, recalled]) existing.clear()
    },
  }
}

export type Whose = (indexedMessage: IndexedMessage) => boolean

/** A message may name no task: then its exchange tells. */
export function ownOf(own: TaskFold, { sighting }: Place): Whose {
  return (indexedMessage) =>
    isOwn(indexedMessage) && !indexedMessage.task
      ? indexedMessage.view.first.exchangeId === sighting.exchangeId
      : indexedMessage.task === own
}

export function isOwn(indexedMessage: IndexedMessage): indexedMessage is MessageState {
  return 'view' in indexedMessage
}

function isInHistory(indexedMessage: IndexedMessage): boolean {
  return isOwn(indexedMessage) ? indexedMessage.view.inHistory : indexedMessage.inHistory
}

/** All that was said of a message. */
export function* piecesOf({ message, more = emptyList }: MessageView): Generator<Pick<Message, 'parts'>> {
  yield message
  yield* values(more)
}

function pushTo(map: Map<number, IndexedMessage[]>, key: number, indexedMessage: IndexedMessage): void {
  const same = map.get(key)
  if (same) same.push(indexedMessage)
  else map.set(key, [indexedMessage])
}

function wordsKey({ role, parts }: Message): number {
  return contentDigest(`${role}\n${partsKey(parts)}`)
}

/** Without an id (0.1, some 0.2 servers) only role and content tell messages apart. */
export function messageKey(message: Message): number {
  const { messageId, parts } = message
  if (messageId === '') return wordsKey(message)
  return contentDigest(`${messageId.length}:${messageId}${partsKey(parts)}`)
}
