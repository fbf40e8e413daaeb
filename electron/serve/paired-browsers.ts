// The admitted browsers. A key is stored, over restarts, as a digest of itself and its origin: it can't leave its
// browser and is never sent. A secret is sent, so each names its successor, is valid until that one is used, and is in
// memory only.

import { join } from 'node:path'
import { z } from 'zod'
import { openJsonFile } from '#engine/platform/json-files.ts'
import { maxNameChars } from '#shared/bounded.ts'
import type { AdmissionRequest } from '#shared/contract/admission-schemas.ts'
import { defined } from '#shared/defined.ts'
import { sha256 } from './secret.ts'

type Proof = AdmissionRequest['proof']

export type PairedBrowsers = Awaited<ReturnType<typeof openPairedBrowsers>>

const fileSchema = z.object({
  browsers: z.array(z.object({ key: z.string().max(maxNameChars), seenAt: z.number() })).max(1_000),
})

const dayMs = 86_400_000
/** Time without a window for a browser identified by its key; it needs a token again. */
const maxKeyAbsenceMs = 30 * 86_400_000
/** Time without a window for a browser identified by a secret; it needs a token again. */
const maxSecretAbsenceMs = 12 * 3_600_000
const absencesMs = { key: maxKeyAbsenceMs, secret: maxSecretAbsenceMs } as const
/** Admitted browsers; the one unseen for longest needs a token again. */
const maxBrowsers = 50

interface PairedBrowser {
  /** Constant while its secrets change. */
  readonly browser: string
  readonly kind: Proof['kind']
  readonly seenAt: number
  /** The previous secret, valid until this one is used, as a response may be lost. */
  readonly replaces?: string
}

export async function openPairedBrowsers(dataDir: string, now: () => number = Date.now) {
  const file = await openJsonFile(join(dataDir, 'browsers.json'), fileSchema, { browsers: [] })
  /** The most recent last. */
  const pairedBrowsers = new Map<string, PairedBrowser>(
    file
      .value()
      .browsers.toReversed()
      .map(({ key, seenAt }) => [key, { browser: key, kind: 'key', seenAt }]),
  )
  /** Open windows, by browser. */
  const open = new Map<string, number>()

  const write = (): Promise<void> => {
    const keys = [...pairedBrowsers].filter(([, { kind }]) => kind === 'key').toReversed()
    return file.write({ browsers: keys.map(([key, { seenAt }]) => ({ key, seenAt })) })
  }
  const forgetAbsent = () => {
    for (const [proven, { browser, kind, seenAt }] of pairedBrowsers) {
      if (now() - seenAt >= absencesMs[kind] && !open.has(browser)) pairedBrowsers.delete(proven)
    }
  }
  const see = async (
    proven: string,
    { browser, kind, replaces }: Omit<PairedBrowser, 'seenAt'>,
  ): Promise<string> => {
    const before = pairedBrowsers.get(proven)?.seenAt ?? Number.NEGATIVE_INFINITY
    pairedBrowsers.delete(proven)
    pairedBrowsers.set(proven, { browser, kind, seenAt: now(), ...defined({ replaces }) })
    for (const oldest of [...pairedBrowsers.keys()].slice(0, -maxBrowsers)) pairedBrowsers.delete(oldest)
    // Once a day is enough to record that it is still in use.
    if (kind === 'key' && now() - before > dayMs) await write()
    return browser
  }
  const seeAgain = (proven: string, existing: Omit<PairedBrowser, 'seenAt'>): string => {
    see(proven, existing).catch(() => undefined)
    return existing.browser
  }

  return {
    /** The browser with this proof, which is marked as seen; undefined where it is unknown. */
    find(proof: Proof, origin: string): string | undefined {
      forgetAbsent()
      const shown = nameOf(proof, origin)
      const pairedBrowser = pairedBrowsers.get(shown)
      if (pairedBrowser === undefined || proof.kind === 'key')
        return pairedBrowser && seeAgain(shown, pairedBrowser)
      if (pairedBrowser.replaces !== undefined) pairedBrowsers.delete(pairedBrowser.replaces)
      const { browser, kind } = pairedBrowser
      return seeAgain(digestOf(proof.next), { browser, kind, replaces: shown })
    },
    add(proof: Proof, origin: string): Promise<string> {
      const proven = proof.kind === 'key' ? nameOf(proof, origin) : digestOf(proof.next)
      return see(proven, { browser: proven, kind: proof.kind })
    },
    /** Counts an open window until the returned function is called. */
    use(browser: string): () => void {
      open.set(browser, (open.get(browser) ?? 0) + 1)
      return () => {
        const left = (open.get(browser) ?? 1) - 1
        if (left > 0) open.set(browser, left)
        else open.delete(browser)
        for (const [proven, each] of [...pairedBrowsers]) if (each.browser === browser) seeAgain(proven, each)
      }
    },
    forgetAll(): Promise<void> {
      pairedBrowsers.clear()
      return write()
    },
  }
}

function nameOf(proof: Proof, origin: string): string {
  const text = proof.kind === 'key' ? `${origin} ${proof.publicKey.x}.${proof.publicKey.y}` : proof.secret
  return digestOf(text)
}

function digestOf(text: string): string {
  return sha256(text).toString('base64url')
}
