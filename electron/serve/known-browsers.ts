// The keys that a token made known, each at the origin it was shown at: their digests, in the data directory, so that a browser stays
// known when Parley starts anew on the same port. Nothing in the file lets anyone in who reads it. Secrets of pages without keys are
// known to this run alone.

import { join } from 'node:path'
import { z } from 'zod'
import { openJsonFile } from '#engine/json-file.ts'
import type { PublicKey } from '#shared/contract/admission.ts'
import { sha256 } from './secret.ts'

export interface KnownBrowsers {
  hasKey(key: PublicKey, origin: string): boolean
  hasSecret(secret: string): boolean
  addKey(key: PublicKey, origin: string): Promise<void>
  addSecret(secret: string): void
}

const fileSchema = z.object({
  browsers: z.array(z.object({ key: z.string().max(100), seenAt: z.number() })).max(1_000),
})

/** A browser that does not come for so long needs a token again. */
const maxAbsenceMs = 30 * 24 * 60 * 60 * 1_000
const maxBrowsers = 50
const dayMs = 24 * 60 * 60 * 1_000

export async function openKnownBrowsers(
  dataDir: string,
  now: () => number = Date.now,
): Promise<KnownBrowsers> {
  const file = await openJsonFile(join(dataDir, 'browsers.json'), fileSchema, { browsers: [] })
  const secrets = new Set<string>()

  const write = (key: string): Promise<void> => {
    const others = file
      .value()
      .browsers.filter((each) => each.key !== key && now() - each.seenAt < maxAbsenceMs)
    return file.write({ browsers: [{ key, seenAt: now() }, ...others].slice(0, maxBrowsers) })
  }
  return {
    hasKey(publicKey, origin) {
      const key = digestOf(publicKey, origin)
      const known = file.value().browsers.find((each) => each.key === key)
      if (known === undefined || now() - known.seenAt >= maxAbsenceMs) return false
      // Once a day is enough to know that it still comes.
      if (now() - known.seenAt > dayMs) void write(key).catch(() => undefined)
      return true
    },
    addKey: (publicKey, origin) => write(digestOf(publicKey, origin)),
    hasSecret: (secret) => secrets.has(secret),
    addSecret: (secret) => void secrets.add(secret),
  }
}

function digestOf({ x, y }: PublicKey, origin: string): string {
  return sha256(`${origin} ${x}.${y}`).toString('base64url')
}
