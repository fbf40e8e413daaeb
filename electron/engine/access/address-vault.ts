// What addresses carry besides the way is kept where credentials are kept: files and windows have marks in its place. Which marks
// an agent's addresses have is read from the addresses themselves, so there is no list to keep beside them.

import { marksIn } from '../wire/address-secrets.ts'
import type { Wire } from '../wire/wire.ts'
import { originOf, ownOrigin } from './origins.ts'
import type { SecretStore } from './secret-store.ts'

export type AddressVault = ReturnType<typeof createAddressVault>

export function createAddressVault(store: SecretStore, wire: Pick<Wire, 'addresses'>) {
  const keyOf = (agentId: string, id: string) => `${agentId} address ${id}`
  return {
    /** As it may be kept and shown: a text with marks, remembered for this agent. */
    async keep(agentId: string, masked: string): Promise<void> {
      for (const id of marksIn(masked)) {
        const existing = wire.addresses.secretOf(id)
        if (existing !== undefined) await store.set(keyOf(agentId, id), JSON.stringify(existing))
      }
    },
    /** Knows again what the marks of an earlier start stand for. */
    async recall(agentId: string, masked: string, whose: 'ours' | 'called'): Promise<void> {
      for (const id of marksIn(masked)) {
        const stored = await store.get(keyOf(agentId, id))
        if (stored === undefined) continue
        const [value = '', ...origins]: readonly string[] = JSON.parse(stored)
        for (const origin of origins) wire.addresses.recall(id, value, origin, whose)
      }
    },
    /** What is marked in `kept` stays. */
    async forget(agentId: string, masked: string, stored = ''): Promise<void> {
      const staying = new Set(marksIn(stored))
      const gone = marksIn(masked).filter((id) => !staying.has(id))
      if (gone.length > 0) await store.forget(gone.map((id) => keyOf(agentId, id)))
    },
  }
}

export function maskedAddress({ addresses }: Pick<Wire, 'addresses'>, typed: string): string {
  return addresses.address(typed, ownOrigin(typed) ?? originOf(typed))
}
