// Compares what events added up to with what the agent keeps. Servers join or split text parts freely, so consecutive
// text is compared as one run; everything else part by part. The cost is bounded by the stored side: a short snapshot
// of a long artifact is a short comparison, as long as the assembled side has no empty text.

import type { Part } from '../a2a/model.ts'
import { partKey } from './content-key.ts'
import type { StoredRelation } from './task-view.ts'

export interface Comparison {
  readonly relation: StoredRelation
  /** For `stored-ahead`: what the stored side has beyond the assembled one. */
  readonly rest: readonly Part[]
}

export function compareParts(assembled: Iterable<Part>, stored: readonly Part[]): Comparison {
  const cursor = createCursor(stored)
  for (const part of assembled) {
    const step = part.kind === 'text' ? cursor.text(part.text) : cursor.part(part)
    if (step !== 'same') return { relation: step, rest: [] }
  }
  const rest = cursor.rest()
  return { relation: rest.length === 0 ? 'equal' : 'stored-ahead', rest }
}

type Step = 'same' | 'differs' | 'stored-behind'

function createCursor(stored: readonly Part[]) {
  let index = 0
  let offset = 0

  /** The stored part under the cursor, past text that is used up. */
  const current = (): Part | undefined => {
    for (;;) {
      const part = stored[index]
      if (part?.kind !== 'text' || offset < part.text.length) return part
      index++
      offset = 0
    }
  }

  return {
    text(text: string): Step {
      for (let from = 0; from < text.length; ) {
        const other = current()
        if (!other) return 'stored-behind'
        if (other.kind !== 'text') return 'differs'
        const length = Math.min(text.length - from, other.text.length - offset)
        if (!other.text.startsWith(text.slice(from, from + length), offset)) return 'differs'
        from += length
        offset += length
      }
      return 'same'
    },
    part(part: Part): Step {
      const other = current()
      if (!other) return 'stored-behind'
      if (partKey(other) !== partKey(part)) return 'differs'
      index++
      return 'same'
    },
    rest(): readonly Part[] {
      const other = current()
      if (!other) return []
      const begun: Part = other.kind === 'text' ? { ...other, text: other.text.slice(offset) } : other
      return [begun, ...stored.slice(index + 1).filter(hasContent)]
    },
  }
}

export function hasContent(part: Part): boolean {
  return part.kind !== 'text' || part.text !== ''
}
