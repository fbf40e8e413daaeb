// Where secrets live: the seam between the engine and what its surroundings offer. The desktop brings one over the system's
// vault; anywhere else they stay in this process and end with it.

export interface SecretStore {
  readonly where: 'os-vault' | 'memory'
  /** Whether there is one, without opening it. */
  has(key: string): boolean
  /** Undefined when there is none, or when the vault no longer opens it. */
  get(key: string): Promise<string | undefined>
  set(key: string, secret: string): Promise<void>
  /** Forgets the secrets under these keys. */
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
