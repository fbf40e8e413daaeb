// The card of each agent as last accepted by the user, to detect changes; and the text of pasted cards. One small file per agent.

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

const acceptedSchema = z.object({
  version: z.literal(1),
  readAt: z.number(),
  /** As text, as parsing could lose members. */
  card: z.string(),
})

export function openCardCache(dataDir: string) {
  const folder = join(dataDir, 'cards')
  // A hash, as a file name must not contain input of a window.
  const nameOf = (agentId: string) => createHash('sha256').update(agentId).digest('hex').slice(0, 32)
  const acceptedPath = (agentId: string) => join(folder, `${nameOf(agentId)}.known.json`)
  const pastedPath = (agentId: string) => join(folder, `${nameOf(agentId)}.pasted.json`)

  const files = createJsonFiles()

  return {
    async read(agentId: string): Promise<CachedCard | undefined> {
      const text = await files.read(acceptedPath(agentId))
      if (text === undefined) return undefined
      try {
        const { card, readAt } = acceptedSchema.parse(JSON.parse(text))
        return { raw: JSON.parse(card), readAt }
      } catch {
        return undefined
      }
    },
    write: (agentId: string, { raw, readAt }: CachedCard): Promise<void> =>
      files.write(acceptedPath(agentId), JSON.stringify({ version: 1, readAt, card: JSON.stringify(raw) })),
    pasted: (agentId: string): Promise<string | undefined> => files.read(pastedPath(agentId)),
    paste: (agentId: string, text: string): Promise<void> => files.write(pastedPath(agentId), text),
    async forget(agentId: string): Promise<void> {
      await files.remove(acceptedPath(agentId))
      await files.remove(pastedPath(agentId))
    },
  }
}

/** The accepted card stays until the user accepts the change: reading again must not lose the warning. */
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
  // The older card may have a value that is now secret, and the mark of a value differs with every start.
  const previous: JsonValue = JSON.parse(mask(JSON.stringify(before.raw)))
  return isDeepStrictEqual(unmarked(previous), unmarked(raw))
    ? undefined
    : { previous, readAt: before.readAt }
}

function unmarked(raw: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(raw).replaceAll(secretMarkPattern, '[secret]'))
}
