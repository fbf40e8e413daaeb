import { create } from 'zustand'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { SignatureVerdict } from '#shared/contract/signature.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

/** By agent, while this window is open: icons are never fetched without a request. */
export const useIcons = create<Readonly<Record<string, LoadedIcon>>>(() => ({}))

/** By agent and card, the last one requested. */
const useVerdicts = create<Readonly<Record<string, StoredVerdict>>>(() => ({}))

interface FactProps {
  readonly name: string
  readonly value: string | undefined
  readonly limit?: number
  readonly mono?: boolean
}

/** A named fact in a list; nothing without a value. */
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

export type SignedCard = 'public' | 'extended'

export function keepVerdict(agentId: string, whose: SignedCard, storedVerdict: StoredVerdict): void {
  useVerdicts.setState({ [`${agentId} ${whose}`]: storedVerdict })
}

/** Only the verdict about the card that is shown. */
export function useVerdict(agentId: string, whose: SignedCard, raw: JsonValue): StoredVerdict | undefined {
  const verdicts = useVerdicts((all) => all[`${agentId} ${whose}`])
  return verdicts?.raw === raw ? verdicts : undefined
}

type LoadedIcon = {
  readonly iconUrl: string
  readonly exchangeId?: string | undefined
} & ({ readonly image: Uint8Array<ArrayBuffer> } | { readonly problem: string })

/** The icon that the user requested, unless the card now names another one. */
export function useIcon(agentId: string, iconUrl: string | undefined): LoadedIcon | undefined {
  const icon = useIcons((loaded) => loaded[agentId])
  return icon?.iconUrl === iconUrl ? icon : undefined
}
