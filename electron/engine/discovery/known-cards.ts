// The card of each agent as the user knows it, so that a changed one is noticed; and the text of cards that were pasted.
// One small file an agent.

import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { JsonValue } from '#shared/a2a/model.ts'

export interface KnownCard {
  readonly raw: JsonValue
  /** Milliseconds since 1970. */
  readonly readAt: number
}

export interface KnownCards {
  read(agentId: string): Promise<KnownCard | undefined>
  write(agentId: string, card: KnownCard): Promise<void>
  pasted(agentId: string): Promise<string | undefined>
  paste(agentId: string, text: string): Promise<void>
  forget(agentId: string): Promise<void>
}

const knownSchema = z.object({
  version: z.literal(1),
  readAt: z.number(),
  /** As text: a card may have members that a parsed object would lose. */
  card: z.string(),
})

export function openKnownCards(dataDir: string): KnownCards {
  const folder = join(dataDir, 'cards')
  // Ids are ours, but a file name is made of nothing that a window may have sent.
  const nameOf = (agentId: string) => createHash('sha256').update(agentId).digest('hex').slice(0, 32)
  const knownPath = (agentId: string) => join(folder, `${nameOf(agentId)}.known.json`)
  const pastedPath = (agentId: string) => join(folder, `${nameOf(agentId)}.pasted.json`)

  async function replace(path: string, text: string): Promise<void> {
    await mkdir(folder, { recursive: true })
    const draft = `${path}.new`
    await writeFile(draft, text)
    await rename(draft, path)
  }

  return {
    async read(agentId) {
      const text = await readOrNothing(knownPath(agentId))
      if (text === undefined) return undefined
      try {
        const { card, readAt } = knownSchema.parse(JSON.parse(text))
        return { raw: JSON.parse(card), readAt }
      } catch {
        return undefined
      }
    },
    write: (agentId, { raw, readAt }) =>
      replace(knownPath(agentId), JSON.stringify({ version: 1, readAt, card: JSON.stringify(raw) })),
    pasted: (agentId) => readOrNothing(pastedPath(agentId)),
    paste: (agentId, text) => replace(pastedPath(agentId), text),
    async forget(agentId) {
      await rm(knownPath(agentId), { force: true })
      await rm(pastedPath(agentId), { force: true })
    },
  }
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}
