// Secrets in one file, each sealed with a key that lies in the operating system's keeping.

import { z } from 'zod'
import { createTurns } from '../in-turn.ts'
import { openJsonFile } from '../json-file.ts'
import type { SecretStore } from './secret-store.ts'

export interface Seal {
  close(secret: string): Promise<Buffer>
  /** Rejects where it was closed with another key. */
  open(sealed: Buffer): Promise<string>
}

const fileSchema = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.string()) })

export async function openSealedSecrets(path: string, seal: Seal): Promise<SecretStore> {
  const file = await openJsonFile(path, fileSchema, { version: 1, secrets: {} })
  const sealed = new Map(Object.entries(file.value().secrets))
  /** What is forgotten while it is being sealed is not there afterwards. */
  const inTurn = createTurns()
  const save = () => file.write({ version: 1, secrets: Object.fromEntries(sealed) })

  return {
    where: 'os-vault',
    has: (key) => sealed.has(key),
    async get(key) {
      const base64 = sealed.get(key)
      if (base64 === undefined) return undefined
      try {
        return await seal.open(Buffer.from(base64, 'base64'))
      } catch {
        // The system's key is another one, as after a move to a new machine: the secret has to be typed again.
        return undefined
      }
    },
    set: (key, secret) =>
      inTurn(async () => {
        sealed.set(key, (await seal.close(secret)).toString('base64'))
        await save()
      }),
    forget: (keys) =>
      inTurn(async () => {
        const known = keys.filter((key) => sealed.delete(key))
        if (known.length > 0) await save()
      }),
  }
}
