// Messages of a task, other than those of its states: what was sent to it, what it answered, what only its history told.

import type { Message } from '../a2a/model.ts'
import { createListBuilder, listOf, values } from '../collections/list.ts'
import { defined } from '../defined.ts'
import type { EventTable } from './event-table.ts'
import type { Sayings } from './sayings.ts'
import type { Sighting } from './sightings.ts'
import type { MessageView, StatusFact } from './task-view.ts'
import type { Recorder } from './timeline/recorder.ts'

// Own messages of a task that its history may repeat; an older one is shown again.
const maxKnownSent = 20

export function createTaskMessages(
  events: EventTable,
  recorder: Recorder,
  sayings: Sayings,
  current: () => StatusFact | undefined,
) {
  const asked = createListBuilder<number>()
  const cameTo = createListBuilder<number>()
  /** By the key of their message. */
  const told = new Map<number, number>()
  let sent: readonly string[] = []
  let askedAt: number | undefined
  let lastAsked = -1

  const wasSent = (index: number, { messageId }: Message, at: number) => {
    if (lastAsked !== -1) sayings.pause()
    asked.push(index)
    cameTo.push(current()?.index ?? -1)
    lastAsked = index
    sent = [...sent, messageId].slice(-maxKnownSent)
    askedAt ??= at
  }

  return {
    /** What only a history told, with its place in that. Gives its event. */
    take(view: MessageView, place: number): number {
      const { message, origin, first, others } = view
      const index = events.length
      events.push({ kind: 'message', index, message, origin }, 0, first)
      for (const again of values(others)) events.again(index, again)
      if (view.isTold && origin === 'history') told.set(view.key, index)
      // The first message led to the task, and may be known to after it said something.
      if (origin === 'history') recorder.remembered(index, message, place)
      if (view.isTold && message.role !== 'user') sayings.said(index, false)
      if (origin === 'sent') wasSent(index, message, first.at)
      return index
    },
    /** The next piece of a message that stands in the task. */
    more(message: Message, sighting: Sighting) {
      const index = events.length
      events.push({ kind: 'message', index, message, origin: 'direct' }, 0, sighting)
      sayings.said(index, false)
    },
    /** What only its history told turned out to stand in the conversation; false where it was not told so. */
    untold: ({ key }: MessageView) => told.delete(key),
    /** The newest one that was sent, -1 before the first. */
    lastAsked: () => lastAsked,
    facts: () => ({
      asked: asked.freeze(),
      cameTo: cameTo.freeze(),
      told: listOf(told.values()),
      sent,
      ...defined({ askedAt }),
    }),
  }
}
