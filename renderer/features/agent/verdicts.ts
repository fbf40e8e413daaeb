import { create } from 'zustand'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { SignatureVerdict } from '#shared/contract/signature.ts'

interface Kept {
  readonly raw: JsonValue
  readonly signature: number
  readonly verdict: SignatureVerdict
}

/** Which of an agent's cards a signature belongs to. */
export type SignedCard = 'public' | 'extended'

interface VerdictState {
  /** By agent and card, the last one asked for. */
  readonly kept: Readonly<Record<string, Kept>>
  keep(agentId: string, of: SignedCard, kept: Kept): void
}

export const useVerdicts = create<VerdictState>((set) => ({
  kept: {},
  keep: (agentId, of, kept) => set((state) => ({ kept: { ...state.kept, [`${agentId} ${of}`]: kept } })),
}))

/** The verdict about the very card that is shown; a card that was read differently has none yet. */
export function useVerdict(agentId: string, of: SignedCard, raw: JsonValue): Kept | undefined {
  const kept = useVerdicts((state) => state.kept[`${agentId} ${of}`])
  return kept?.raw === raw ? kept : undefined
}
