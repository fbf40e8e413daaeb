// Decodes agent cards of any version. `decodeCard` accepts any card, also with required members missing; `looksLikeCard` is the
// stricter test that discovery applies to unknown JSON.

import type { Decoded } from './dialect.ts'
import { isObject } from './json-kinds.ts'
import type { AgentCard, JsonValue } from './model.ts'
import { outOfBounds } from './read/bound.ts'
import { hasCardMembers, readCard } from './read/card.ts'
import { readError } from './read/error.ts'

export { looksLikeCard } from './read/card.ts'

export function decodeCard(raw: JsonValue): Decoded<AgentCard> {
  const bound = outOfBounds(raw)
  if (bound !== undefined) return { kind: 'unreadable', reason: bound }
  if (!isObject(raw)) return { kind: 'unreadable', reason: 'an agent card is a JSON object' }
  if (hasCardMembers(raw)) return { kind: 'result', result: readCard(raw) }
  const error = readError(raw)
  if (error !== undefined) return { kind: 'error', error }
  return { kind: 'unreadable', reason: 'none of the members that make an agent card' }
}
