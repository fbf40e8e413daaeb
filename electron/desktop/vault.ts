// Secrets in the operating system's keeping: each is encrypted by Electron's safeStorage, whose key the system guards, and
// lies so in one file. Where there is no such guard, nothing is written: secrets then live in memory, and the host says so.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import { memorySecretStore, type SecretStore } from '#engine/access/secret-store.ts'
import { replaceFile } from '#engine/replace-file.ts'

export type Sealing = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>

export async function openVault(dataDir: string, safeStorage: Sealing): Promise<SecretStore> {
  if (!(await isGuarded(safeStorage))) return memorySecretStore()
  const path = join(dataDir, 'secrets.json')
  const sealed = await load(path)
  let writing: Promise<void> = Promise.resolve()

  function save(): Promise<void> {
    const text = JSON.stringify({ version: 1, secrets: Object.fromEntries(sealed) })
    writing = writing.catch(() => undefined).then(() => replaceFile(path, text))
    return writing
  }

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

async function load(path: string): Promise<Map<string, string>> {
  try {
    const { secrets } = JSON.parse(await readFile(path, 'utf8'))
    return new Map(
      Object.entries(secrets).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    return new Map()
  }
}
