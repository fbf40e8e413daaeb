import { create } from 'zustand'
import type { Credential } from '#shared/contract/access.ts'

interface Offered {
  readonly agentId: string
  readonly credentials: readonly Credential[]
}

/**
 * Credentials that were pasted with an address, such as the -H of a curl command: put into the form for the user to save,
 * stored nowhere else.
 */
export const useOffered = create<{ readonly offered?: Offered | undefined }>(() => ({}))

export function forgetOffered(): void {
  useOffered.setState({ offered: undefined })
}
