// Secrets under the system's keyring without Electron: the keyring has one key for each data directory, and a file has
// the secrets sealed with it. Keyrings accept short secrets only, and each access may wait for the user.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  memorySecretStore,
  openSealedSecrets,
  type Seal,
  type SecretStore,
} from '#engine/access/secret-store.ts'

export interface KeyringEntry {
  /** Null if there is none yet. */
  getSecret(signal: AbortSignal): Promise<ArrayLike<number> | null>
  setSecret(secret: Uint8Array, signal: AbortSignal): Promise<void>
}

/** Time-out of the keyring, which may prompt the user to unlock it; secrets are then kept in memory. */
const maxKeyringMs = 10_000
/** A keyring that needs no unlocking has answered by then. */
const keyringNoticeMs = 1_000
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** In memory where there is no keyring, or it fails. `onWait` is called when it takes long, with the time-out. */
export async function openKeyring(
  dataDir: string,
  entryOf = systemEntry,
  onWait: (maxSeconds: number) => void = () => undefined,
): Promise<SecretStore> {
  try {
    const entry = await entryOf(createHash('sha256').update(resolve(dataDir)).digest('hex'))
    const late = delay(maxKeyringMs, undefined, { ref: false })
    const keyRead = keyIn(entry, AbortSignal.timeout(maxKeyringMs))
    const isSlow = await Promise.race([
      keyRead.then(() => false),
      delay(keyringNoticeMs, true, { ref: false }),
    ])
    if (isSlow) onWait(maxKeyringMs / 1_000)
    const key = await Promise.race([keyRead, late])
    if (key === undefined) return memorySecretStore()
    return await openSealedSecrets(join(dataDir, 'keyring-secrets.json'), sealOf(key))
  } catch {
    return memorySecretStore()
  }
}

/** An optional dependency: where it is not installed, or does not support the system, there is no keyring. */
async function systemEntry(account: string): Promise<KeyringEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  // The other one on Linux, the kernel's keyring, is not persistent.
  return new AsyncEntry('Parley', account, { linux: { store: 'secret-service' } })
}

/** Written and read back once, so that a keyring that does not store is detected at the start. */
async function keyIn(entry: KeyringEntry, signal: AbortSignal): Promise<Buffer | undefined> {
  const read = async () => {
    const secret = await entry.getSecret(signal)
    return secret === null || secret.length !== keyBytes ? undefined : Buffer.from(Array.from(secret))
  }
  const bytes = await read()
  if (bytes !== undefined) return bytes
  await entry.setSecret(randomBytes(keyBytes), signal)
  return read()
}

function sealOf(key: Buffer): Seal {
  return {
    async close(secret) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    async open(bytes) {
      const iv = bytes.subarray(0, ivBytes)
      // Without this length a shorter tag would be accepted, which is easier to guess.
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
    },
  }
}
