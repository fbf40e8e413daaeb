import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import { memorySecretStore, openSealedSecrets, type SecretStore } from '#engine/access/secret-store.ts'

// Stores secrets with Electron's safeStorage, whose key the operating system protects, encrypted one by one in a file.
// Without such protection nothing is written: secrets are then in memory, and the host reports it.

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

/** On Linux without a keyring, Electron "encrypts" with a constant key. */
async function isGuarded(safeStorage: Sealing): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  return (
    process.platform !== 'linux' ||
    !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  )
}
