import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import { memorySecretStore, openSealedSecrets, type SecretStore } from '#engine/access/secret-store.ts'

// Secrets in the operating system's keeping: each is encrypted by Electron's safeStorage, whose key the system guards, and
// lies so in one file. Where there is no such guard, nothing is written: secrets then live in memory, and the host reports it.

type Sealing = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>

export async function openVault(dataDir: string, safeStorage: Sealing): Promise<SecretStore> {
  if (!(await isGuarded(safeStorage))) return memorySecretStore()
  return openSealedSecrets(join(dataDir, 'secrets.json'), {
    close: (secret) => safeStorage.encryptStringAsync(secret),
    open: async (sealed) => (await safeStorage.decryptStringAsync(sealed)).result,
  })
}

/** On Linux without a keyring, Electron "encrypts" with a key that is the same everywhere. */
async function isGuarded(safeStorage: Sealing): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  return (
    process.platform !== 'linux' ||
    !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  )
}
