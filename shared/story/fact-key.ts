// What a fact of a task says, as a key: two sightings with the same key may be one fact.

import type { Part } from '../a2a/model.ts'
import { partsKey } from './content-key.ts'
import type { TaskFact } from './task-view.ts'

/**
 * Metadata is left out: it is the content and the flags that make a piece of an artifact. The piece nearly all are, one
 * text appended, is its own key, so that no second string is kept.
 */
export function chunkKey(parts: readonly Part[], append: boolean, lastChunk: boolean): string {
  const [part] = parts
  if (append && !lastChunk && parts.length === 1 && part?.kind === 'text') return part.text
  return `\0${append ? '+' : '='}${lastChunk ? '!' : ''}${partsKey(parts)}`
}

export function factKey(fact: TaskFact | undefined): string {
  switch (fact?.kind) {
    case 'status':
      return fact.status.state
    case 'artifact':
      return chunkKey(fact.parts, fact.append, fact.lastChunk)
    case 'message':
    case undefined:
      return ''
  }
}
