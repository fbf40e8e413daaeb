// Beside what other way of being told a webhook call stands: the stream, a reply or a poll that brought the same fact.

import { values } from '../collections/list.ts'
import type { Twin } from '../contract/story.ts'
import type { TaskEvent } from './task-view.ts'

// Sightings of one fact looked through; past it a webhook call leads to no other place.
const maxTwinSightings = 500

export function twinOf({ first, others }: TaskEvent, exchangeId: string): Twin | undefined {
  let looked = 0
  for (const { source, exchangeId: id, delayMs } of values(others)) {
    if (++looked > maxTwinSightings) return undefined
    if (first.exchangeId === exchangeId && source !== 'push')
      return { kind: 'ahead', source, aheadMs: delayMs }
    if (id === exchangeId) return { kind: 'after', source: first.source, delayMs }
  }
  return first.exchangeId === exchangeId ? { kind: 'alone' } : undefined
}
