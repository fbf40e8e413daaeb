import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { CardChange } from '#shared/contract/card.ts'
import { secretMarkPattern } from '#shared/record/secret-mark.ts'
import type { KnownCards } from './known-cards.ts'

/** What the user knows stays known until they accept the change: reading again must not lose the warning. */
export async function changeOf(
  known: KnownCards,
  mask: (text: string) => string,
  agentId: string,
  raw: JsonValue,
): Promise<CardChange | undefined> {
  const before = await known.read(agentId)
  if (before === undefined) {
    await known.write(agentId, { raw, readAt: Date.now() })
    return undefined
  }
  // A secret that was set since may stand in the older card, and its mark is another with every start.
  const previous: JsonValue = JSON.parse(mask(JSON.stringify(before.raw)))
  return isDeepStrictEqual(unmarked(previous), unmarked(raw))
    ? undefined
    : { previous, readAt: before.readAt }
}

function unmarked(raw: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(raw).replaceAll(secretMarkPattern, '[secret]'))
}
