import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { CardChange } from '#shared/contract/card.ts'
import type { KnownCards } from './known-cards.ts'

/** What the user knows stays known until they accept the change: reading again must not lose the warning. */
export async function changeOf(
  known: KnownCards,
  agentId: string,
  raw: JsonValue,
): Promise<CardChange | undefined> {
  const before = await known.read(agentId)
  if (before === undefined) {
    await known.write(agentId, { raw, readAt: Date.now() })
    return undefined
  }
  return isDeepStrictEqual(before.raw, raw) ? undefined : { previous: before.raw, readAt: before.readAt }
}
