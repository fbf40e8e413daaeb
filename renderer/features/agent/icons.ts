import { create } from 'zustand'

export type LoadedIcon =
  | { readonly iconUrl: string; readonly image: Uint8Array<ArrayBuffer>; readonly exchangeId: string }
  | { readonly iconUrl: string; readonly problem: string; readonly exchangeId?: string | undefined }

interface IconState {
  /** By agent, for as long as this window lives: nothing is fetched again because it was once. */
  readonly loaded: Readonly<Record<string, LoadedIcon>>
  keep(agentId: string, icon: LoadedIcon): void
}

export const useIcons = create<IconState>((set) => ({
  loaded: {},
  keep: (agentId, icon) => set(({ loaded }) => ({ loaded: { ...loaded, [agentId]: icon } })),
}))

/** The icon the user asked for; a card that names another one since has none yet. */
export function useIcon(agentId: string, iconUrl: string | undefined): LoadedIcon | undefined {
  const icon = useIcons(({ loaded }) => loaded[agentId])
  return icon?.iconUrl === iconUrl ? icon : undefined
}
