// Credentials that came along with an address, such as the -H of a pasted curl command: put into the form for the user to save, kept
// nowhere else.

import { create } from 'zustand'
import type { Credential } from '#shared/contract/access.ts'

interface OfferedState {
  readonly agentId: string | undefined
  readonly credentials: readonly Credential[]
  offer(agentId: string, credentials: readonly Credential[]): void
  forget(): void
}

const none = { agentId: undefined, credentials: [] } as const

export const useOffered = create<OfferedState>((set) => ({
  ...none,
  offer: (agentId, credentials) => set({ agentId, credentials }),
  forget: () => set(none),
}))
