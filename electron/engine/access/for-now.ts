// Credentials that hold as long as this Parley runs: over those that are kept, which stay as they are.

import type { CredentialFile } from './credential-file.ts'
import type { SecretStore } from './secret-store.ts'

export function forNow(file: CredentialFile, secrets: SecretStore) {
  return { file: fileForNow(file), secrets: secretsForNow(secrets) }
}

function fileForNow(kept: CredentialFile): CredentialFile {
  const now = new Map<string, ReturnType<CredentialFile['of']>>()
  return {
    of: (agentId) => now.get(agentId) ?? kept.of(agentId),
    write: async (agentId, access) => void now.set(agentId, access),
  }
}

function secretsForNow(kept: SecretStore): SecretStore {
  /** Undefined where one was forgotten. */
  const now = new Map<string, string | undefined>()
  return {
    where: kept.where,
    has: (key) => (now.has(key) ? now.get(key) !== undefined : kept.has(key)),
    get: async (key) => (now.has(key) ? now.get(key) : kept.get(key)),
    set: async (key, secret) => void now.set(key, secret),
    forget: async (keys) => {
      for (const key of keys) now.set(key, undefined)
    },
  }
}
