// Stores secrets of addresses with the credentials: files and windows have marks in their place. The marks of an
// agent's addresses are read from the addresses, so there is no separate list.

import { marksIn } from '../wire/address-secrets.ts'
import type { Wire } from '../wire/wire.ts'
import { originOf, ownOrigin } from './origins.ts'
import type { SecretStore } from './secret-store.ts'

export type AddressVault = ReturnType<typeof createAddressVault>

export function createAddressVault(store: SecretStore, wire: Pick<Wire, 'addresses'>) {
  const keyOf = (agentId: string, id: string) => `${agentId} address ${id}`
  return {
    /** Stores the secrets of a masked address for this agent. */
    async keep(agentId: string, masked: string): Promise<void> {
      for (const id of marksIn(masked)) {
        const existing = wire.addresses.secretOf(id)
        if (existing !== undefined) await store.set(keyOf(agentId, id), JSON.stringify(existing))
      }
    },
    /** Restores the values of marks from an earlier start. */
    async recall(agentId: string, masked: string, whose: 'ours' | 'called'): Promise<void> {
      for (const id of marksIn(masked)) {
        const stored = await store.get(keyOf(agentId, id))
        if (stored === undefined) continue
        const [value = '', ...origins]: readonly string[] = JSON.parse(stored)
        for (const origin of origins) wire.addresses.recall(id, value, origin, whose)
      }
    },
    /** Marks in `stored` stay. */
    async forget(agentId: string, masked: string, stored = ''): Promise<void> {
      const staying = new Set(marksIn(stored))
      const unused = marksIn(masked).filter((id) => !staying.has(id))
      if (unused.length > 0) await store.forget(unused.map((id) => keyOf(agentId, id)))
    },
  }
}

export function maskedAddress({ addresses }: Pick<Wire, 'addresses'>, typed: string): string {
  return addresses.address(typed, ownOrigin(typed) ?? originOf(typed))
}
