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

/** By agent and card, the last one asked for. */
const useVerdicts = create<Readonly<Record<string, Kept>>>(() => ({}))

export function keepVerdict(agentId: string, of: SignedCard, kept: Kept): void {
  useVerdicts.setState({ [`${agentId} ${of}`]: kept })
}

/** The verdict about the very card that is shown; a card that was read differently has none yet. */
export function useVerdict(agentId: string, of: SignedCard, raw: JsonValue): Kept | undefined {
  const kept = useVerdicts((all) => all[`${agentId} ${of}`])
  return kept?.raw === raw ? kept : undefined
}
