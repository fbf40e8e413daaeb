import { create } from 'zustand'

type LoadedIcon = {
  readonly iconUrl: string
  readonly exchangeId?: string | undefined
} & ({ readonly image: Uint8Array<ArrayBuffer> } | { readonly problem: string })

/** By agent, for as long as this window lives: nothing is fetched again because it was once. */
export const useIcons = create<Readonly<Record<string, LoadedIcon>>>(() => ({}))

/** The icon the user asked for; a card that names another one since has none yet. */
export function useIcon(agentId: string, iconUrl: string | undefined): LoadedIcon | undefined {
  const icon = useIcons((loaded) => loaded[agentId])
  return icon?.iconUrl === iconUrl ? icon : undefined
}
