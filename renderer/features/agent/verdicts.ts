import { create } from 'zustand'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { SignatureVerdict } from '#shared/contract/signature.ts'

interface Kept {
  readonly raw: JsonValue
  readonly signature: number
  readonly verdict: SignatureVerdict
}

interface VerdictState {
  /** By agent, the last one asked for. */
  readonly kept: Readonly<Record<string, Kept>>
  keep(agentId: string, kept: Kept): void
}

export const useVerdicts = create<VerdictState>((set) => ({
  kept: {},
  keep: (agentId, kept) => set((state) => ({ kept: { ...state.kept, [agentId]: kept } })),
}))

/** The verdict about the very card that is shown; a card that was read differently has none yet. */
export function useVerdict(agentId: string, raw: JsonValue): Kept | undefined {
  const kept = useVerdicts((state) => state.kept[agentId])
  return kept?.raw === raw ? kept : undefined
}
