// Which messages of a task have been heard, so that those are known that only its history tells of.

import type { Message } from '../../a2a/model.ts'
import { createRecent } from '../../collections/recent.ts'
import { contentDigest, partsKey } from '../content-key.ts'

export interface KnownMessages {
  /** Says whether it is the first time. */
  meet(message: Message): boolean
}

const mostMessages = 20_000

export function createKnownMessages(): KnownMessages {
  const known = createRecent<number, true>(mostMessages)
  return {
    meet({ messageId, parts }) {
      const key = contentDigest(messageId === '' ? partsKey(parts) : messageId)
      if (known.get(key)) return false
      known.set(key, true)
      return true
    },
  }
}
