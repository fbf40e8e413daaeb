// (stub, replaced next)
import type { HeaderList } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import type { CredentialUse } from '#shared/contract/card.ts'

export interface Attached {
  readonly use: CredentialUse
  readonly credentials?: HeaderList
}

export interface AccessService {
  /** What goes along to this address. */
  attach(agentId: string, url: string, binding?: Binding): Promise<Attached>
  use(agentId: string, url: string, binding?: Binding): CredentialUse
}

export function createAccess(): AccessService {
  return { attach: async () => ({ use: 'none' }), use: () => 'none' }
}
