// The messages of one conversation, identified by id and content, so that each is one however often it arrives.

import type { Message } from '../a2a/model.ts'
import { emptyList, values } from '../collections/list.ts'
import { contentDigest, partsKey } from './content-key.ts'
import { isSame, partsIn } from './duplicate-message.ts'
import type { Place } from './sightings.ts'
import type { MessageView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

export interface MessageState {
  /** Of its id and content; stored, since a message may be megabytes long. */
  readonly key: number
  view: MessageView
  task: TaskFold | undefined
  /** Position in the events of its task, where it was reported with one. */
  event?: number | undefined
}

/** A message that arrived with a state of its task, which stores it. */
interface StateMessage {
  readonly task: TaskFold
  readonly index: number
  inHistory: boolean
}

export type IndexedMessage = MessageState | StateMessage

export class MessageIndex {
  readonly #tasks: () => Iterable<TaskFold>
  readonly #byContent = new Map<number, IndexedMessage[]>()
  readonly #byWords = new Map<number, IndexedMessage[]>()
  readonly #byId = new Map<string, MessageState>()
  /** Events of each task that were looked through. */
  readonly #recalled = new Map<TaskFold, number>()

  constructor(tasks: () => Iterable<TaskFold>) {
    this.#tasks = tasks
  }

  add(state: MessageState) {
    const { message } = state.view
    pushTo(this.#byContent, state.key, state)
    pushTo(this.#byWords, wordsKey(message), state)
    if (message.messageId !== '') this.#byId.set(message.messageId, state)
  }

  /** Indexes messages of states. Most of these are never repeated, so it is done when one may be. */
  recall() {
    for (const task of this.#tasks()) {
      for (const { message, index } of task.stateMessages(this.#recalled.get(task) ?? 0)) {
        const state = { task, index, inHistory: false }
        pushTo(this.#byContent, messageKey(message), state)
        pushTo(this.#byWords, wordsKey(message), state)
        this.#recalled.set(task, index + 1)
      }
    }
  }

  readonly ofId = (messageId: string) => this.#byId.get(messageId)

  /** The last one with this id and content; `own`: not one of a state. */
  readonly latest = (key: number) => this.#byContent.get(key)?.at(-1)
  readonly own = (key: number) => this.#byContent.get(key)?.findLast(isOwn)

  /** The message that a history repeats, if any: by its id, else by its content. */
  recognised(message: Message, key: number, nth: number, whose: Whose): IndexedMessage | undefined {
    const same = this.#byContent.get(key)?.[nth]
    if (same || message.messageId === '') return same
    const ofId = this.#byId.get(message.messageId)
    if (ofId?.view.more && isSame(message.parts, partsIn(piecesOf(ofId.view)))) return ofId
    return this.#byWords.get(wordsKey(message))?.find((state) => !isInHistory(state) && whose(state))
  }

  clear() {
    for (const existing of [this.#byContent, this.#byWords, this.#byId, this.#recalled]) existing.clear()
  }
}

export type Whose = (indexedMessage: IndexedMessage) => boolean

/** Whether a message is of this task; one without a task is matched by its exchange. */
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

/** The message and all its later pieces. */
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

/** Without an id (0.1, some 0.2 servers) only role and content distinguish messages. */
export function messageKey(message: Message): number {
  const { messageId, parts } = message
  if (messageId === '') return wordsKey(message)
  return contentDigest(`${messageId.length}:${messageId}${partsKey(parts)}`)
}
