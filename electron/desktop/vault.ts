// Secrets in the operating system's keeping: each is encrypted by Electron's safeStorage, whose key the system guards, and
// lies so in one file. Where there is no such guard, nothing is written: secrets then live in memory, and the host says so.

import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import { z } from 'zod'
import { memorySecretStore, type SecretStore } from '#engine/access/secret-store.ts'
import { openJsonFile } from '#engine/json-file.ts'

export type Sealing = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>

const fileSchema = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.string()) })

export async function openVault(dataDir: string, safeStorage: Sealing): Promise<SecretStore> {
  if (!(await isGuarded(safeStorage))) return memorySecretStore()
  const file = await openJsonFile(join(dataDir, 'secrets.json'), fileSchema, { version: 1, secrets: {} })
  const sealed = new Map(Object.entries(file.value().secrets))
  const save = () => file.write({ version: 1, secrets: Object.fromEntries(sealed) })

  return {
    where: 'os-vault',
    has: (key) => sealed.has(key),
    async get(key) {
      const base64 = sealed.get(key)
      if (base64 === undefined) return undefined
      try {
        return (await safeStorage.decryptStringAsync(Buffer.from(base64, 'base64'))).result
      } catch {
        // The system's key is another one, as after a move to a new machine: the secret has to be typed again.
        return undefined
      }
    },
    async set(key, secret) {
      sealed.set(key, (await safeStorage.encryptStringAsync(secret)).toString('base64'))
      await save()
    },
    async forget(keys) {
      const known = keys.filter((key) => sealed.delete(key))
      if (known.length > 0) await save()
    },
  }
}

/** On Linux without a keyring, Electron "encrypts" with a key that is the same everywhere. */
async function isGuarded(safeStorage: Sealing): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  return (
    process.platform !== 'linux' ||
    !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  )
}
