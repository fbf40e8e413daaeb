// The card of each agent as the user knows it, so that a changed one is noticed; and the text of cards that were pasted.
// One small file an agent.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { CardChange } from '#shared/contract/card.ts'
import { secretMarkPattern } from '#shared/record/credential-names.ts'
import { createJsonFiles } from '../platform/json-files.ts'

interface CachedCard {
  readonly raw: JsonValue
  /** Milliseconds since 1970. */
  readonly readAt: number
}

export type CardCache = ReturnType<typeof openCardCache>

const knownSchema = z.object({
  version: z.literal(1),
  readAt: z.number(),
  /** As text: a card may have members that a parsed object would lose. */
  card: z.string(),
})

export function openCardCache(dataDir: string) {
  const folder = join(dataDir, 'cards')
  // Ids are ours, but a file name is made of nothing that a window may have sent.
  const nameOf = (agentId: string) => createHash('sha256').update(agentId).digest('hex').slice(0, 32)
  const knownPath = (agentId: string) => join(folder, `${nameOf(agentId)}.known.json`)
  const pastedPath = (agentId: string) => join(folder, `${nameOf(agentId)}.pasted.json`)

  const files = createJsonFiles()

  return {
    async read(agentId: string): Promise<CachedCard | undefined> {
      const text = await files.read(knownPath(agentId))
      if (text === undefined) return undefined
      try {
        const { card, readAt } = knownSchema.parse(JSON.parse(text))
        return { raw: JSON.parse(card), readAt }
      } catch {
        return undefined
      }
    },
    write: (agentId: string, { raw, readAt }: CachedCard): Promise<void> =>
      files.write(knownPath(agentId), JSON.stringify({ version: 1, readAt, card: JSON.stringify(raw) })),
    pasted: (agentId: string): Promise<string | undefined> => files.read(pastedPath(agentId)),
    paste: (agentId: string, text: string): Promise<void> => files.write(pastedPath(agentId), text),
    async forget(agentId: string): Promise<void> {
      await files.remove(knownPath(agentId))
      await files.remove(pastedPath(agentId))
    },
  }
}

/** What the user knows stays known until they accept the change: reading again must not lose the warning. */
export async function changeOf(
  existing: CardCache,
  mask: (text: string) => string,
  agentId: string,
  raw: JsonValue,
): Promise<CardChange | undefined> {
  const before = await existing.read(agentId)
  if (before === undefined) {
    await existing.write(agentId, { raw, readAt: Date.now() })
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
