import { create } from 'zustand'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { SignatureVerdict } from '#shared/contract/signature.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

/** By agent, for as long as this window lives: nothing is fetched again because it was once. */
export const useIcons = create<Readonly<Record<string, LoadedIcon>>>(() => ({}))

/** By agent and card, the last one requested. */
const useVerdicts = create<Readonly<Record<string, StoredVerdict>>>(() => ({}))

interface FactProps {
  readonly name: string
  readonly value: string | undefined
  readonly limit?: number
  readonly mono?: boolean
}

/** What is said by a name, in a list of such facts; nothing where it isn't said. */
export function Fact({ name, value, limit = 300, mono = true }: FactProps) {
  if (value === undefined) return null
  return (
    <>
      <dt>{name}</dt>
      <dd className={mono ? 'mono' : undefined}>
        <UntrustedText text={value} limit={limit} />
      </dd>
    </>
  )
}

interface StoredVerdict {
  readonly raw: JsonValue
  readonly signature: number
  readonly verdict: SignatureVerdict
}

/** Which of an agent's cards a signature belongs to. */
export type SignedCard = 'public' | 'extended'

export function keepVerdict(agentId: string, whose: SignedCard, storedVerdict: StoredVerdict): void {
  useVerdicts.setState({ [`${agentId} ${whose}`]: storedVerdict })
}

/** The verdict about the very card that is shown; a card that was read differently has none yet. */
export function useVerdict(agentId: string, whose: SignedCard, raw: JsonValue): StoredVerdict | undefined {
  const verdicts = useVerdicts((all) => all[`${agentId} ${whose}`])
  return verdicts?.raw === raw ? verdicts : undefined
}

type LoadedIcon = {
  readonly iconUrl: string
  readonly exchangeId?: string | undefined
} & ({ readonly image: Uint8Array<ArrayBuffer> } | { readonly problem: string })

/** The icon the user requested; a card that names another one since has none yet. */
export function useIcon(agentId: string, iconUrl: string | undefined): LoadedIcon | undefined {
  const icon = useIcons((loaded) => loaded[agentId])
  return icon?.iconUrl === iconUrl ? icon : undefined
}
