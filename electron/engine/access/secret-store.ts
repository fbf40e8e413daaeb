// The interface of secret stores. The desktop's is over the system's vault; elsewhere secrets are in memory only.

import { z } from 'zod'
import { openJsonFile } from '../platform/json-files.ts'
import { createTurns } from '../platform/queue.ts'
import type { CredentialFile } from './credential-file.ts'

const fileSchema = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.string()) })

export interface SecretStore {
  readonly where: 'os-vault' | 'memory'
  /** Whether there is one, without opening it. */
  has(key: string): boolean
  /** Undefined if there is none, or the vault no longer opens it. */
  get(key: string): Promise<string | undefined>
  set(key: string, secret: string): Promise<void>
  forget(keys: readonly string[]): Promise<void>
}

export function memorySecretStore(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    where: 'memory',
    has: (key) => secrets.has(key),
    get: async (key) => secrets.get(key),
    set: async (key, secret) => void secrets.set(key, secret),
    forget: async (keys) => {
      for (const key of keys) secrets.delete(key)
    },
  }
}

// Secrets in one file, each sealed with a key that the operating system stores.

export interface Seal {
  close(secret: string): Promise<Buffer>
  /** Rejects if it was sealed with another key. */
  open(sealed: Buffer): Promise<string>
}

export async function openSealedSecrets(path: string, seal: Seal): Promise<SecretStore> {
  const file = await openJsonFile(path, fileSchema, { version: 1, secrets: {} })
  const sealed = new Map(Object.entries(file.value().secrets))
  /** A secret deleted while it is being sealed stays deleted. */
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
        // The system's key has changed, for example on a new machine: the secret must be typed again.
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
        const existing = keys.filter((key) => sealed.delete(key))
        if (existing.length > 0) await save()
      }),
  }
}

// Credentials for the time of this process, over the stored ones, which stay unchanged.

export function forNow(file: CredentialFile, secrets: SecretStore) {
  return { file: fileForNow(file), secrets: secretsForNow(secrets) }
}

function fileForNow(credentialFile: CredentialFile): CredentialFile {
  const now = new Map<string, ReturnType<CredentialFile['accessOf']>>()
  return {
    accessOf: (agentId) => now.get(agentId) ?? credentialFile.accessOf(agentId),
    write: async (agentId, access) => void now.set(agentId, access),
  }
}

function secretsForNow(secretStore: SecretStore): SecretStore {
  /** Undefined for a deleted one. */
  const now = new Map<string, string | undefined>()
  return {
    where: secretStore.where,
    has: (key) => (now.has(key) ? now.get(key) !== undefined : secretStore.has(key)),
    get: async (key) => (now.has(key) ? now.get(key) : secretStore.get(key)),
    set: async (key, secret) => void now.set(key, secret),
    forget: async (keys) => {
      for (const key of keys) now.set(key, undefined)
    },
  }
}
