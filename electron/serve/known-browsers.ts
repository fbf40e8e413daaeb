// The browsers that were let in. A key is kept as a digest of itself and the origin it was made known at, over restarts: the key cannot
// leave its browser and never crosses the network. A secret does, so each is good for one admission, names the one that takes its
// place, and is known to this run alone.

import { join } from 'node:path'
import { z } from 'zod'
import { openJsonFile } from '#engine/json-file.ts'
import { maxNameChars } from '#shared/bounded.ts'
import type { AdmissionRequest } from '#shared/contract/admission.ts'
import { sha256 } from './secret.ts'

type Proof = AdmissionRequest['proof']

export interface KnownBrowsers {
  /** The browser that this proves to be, which thereby was here; undefined where it is not known. */
  find(proof: Proof, origin: string): string | undefined
  add(proof: Proof, origin: string): Promise<string>
  /** A window of it is open, until what is returned is called. */
  use(browser: string): () => void
  forgetAll(): Promise<void>
}

const fileSchema = z.object({
  browsers: z.array(z.object({ key: z.string().max(maxNameChars), seenAt: z.number() })).max(1_000),
})

const dayMs = 86_400_000
/** Time a browser known by its key may have no window open; it is asked for a token again. */
const maxKeyAbsenceMs = 30 * 86_400_000
/** Time a browser known by a secret may have no window open; it is asked for a token again. */
const maxSecretAbsenceMs = 12 * 3_600_000
const absencesMs = { key: maxKeyAbsenceMs, secret: maxSecretAbsenceMs } as const
/** Browsers that are known; the one not seen for longest is asked for a token again. */
const maxBrowsers = 50

interface Known {
  readonly kind: Proof['kind']
  readonly seenAt: number
  /** The secret before it, good until this one is shown: an answer may be lost on its way. */
  readonly replaces?: string
}

export async function openKnownBrowsers(
  dataDir: string,
  now: () => number = Date.now,
): Promise<KnownBrowsers> {
  const file = await openJsonFile(join(dataDir, 'browsers.json'), fileSchema, { browsers: [] })
  /** Those that were here last come last. */
  const known = new Map<string, Known>(
    file
      .value()
      .browsers.toReversed()
      .map(({ key, seenAt }) => [key, { kind: 'key', seenAt }]),
  )
  const open = new Map<string, number>()

  const write = (): Promise<void> => {
    const keys = [...known].filter(([, { kind }]) => kind === 'key').toReversed()
    return file.write({ browsers: keys.map(([key, { seenAt }]) => ({ key, seenAt })) })
  }
  const forgetAbsent = () => {
    for (const [browser, { kind, seenAt }] of known) {
      if (now() - seenAt >= absencesMs[kind] && !open.has(browser)) known.delete(browser)
    }
  }
  const see = async (browser: string, { kind, replaces }: Omit<Known, 'seenAt'>): Promise<void> => {
    const before = known.get(browser)?.seenAt ?? Number.NEGATIVE_INFINITY
    known.delete(browser)
    known.set(browser, { kind, seenAt: now(), ...(replaces !== undefined && { replaces }) })
    for (const oldest of [...known.keys()].slice(0, -maxBrowsers)) known.delete(oldest)
    // Once a day is enough to know that it still comes.
    if (kind === 'key' && now() - before > dayMs) await write()
  }
  const seeAgain = (browser: string, more: Omit<Known, 'seenAt'>) => {
    void see(browser, more).catch(() => undefined)
    return browser
  }

  return {
    find(proof, origin) {
      forgetAbsent()
      const shown = nameOf(proof, origin)
      const found = known.get(shown)
      if (found === undefined || proof.kind === 'key') return found && seeAgain(shown, { kind: 'key' })
      if (found.replaces !== undefined) known.delete(found.replaces)
      return seeAgain(sha256(proof.next).toString('base64url'), { kind: 'secret', replaces: shown })
    },
    async add(proof, origin) {
      const browser = proof.kind === 'key' ? nameOf(proof, origin) : sha256(proof.next).toString('base64url')
      await see(browser, { kind: proof.kind })
      return browser
    },
    use(browser) {
      open.set(browser, (open.get(browser) ?? 0) + 1)
      return () => {
        const left = (open.get(browser) ?? 1) - 1
        if (left > 0) open.set(browser, left)
        else open.delete(browser)
        const found = known.get(browser)
        if (found !== undefined) seeAgain(browser, found)
      }
    },
    forgetAll() {
      known.clear()
      return write()
    },
  }
}

function nameOf(proof: Proof, origin: string): string {
  const text = proof.kind === 'key' ? `${origin} ${proof.publicKey.x}.${proof.publicKey.y}` : proof.secret
  return sha256(text).toString('base64url')
}
