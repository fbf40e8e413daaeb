import { create } from 'zustand'

interface CardDraftsState {
  /** Cards being edited, by agent. */
  readonly texts: Readonly<Record<string, string>>
  /** Without a text the draft is dropped. */
  keep(agentId: string, text: string | undefined): void
}

export const useCardDrafts = create<CardDraftsState>((set) => ({
  texts: {},
  keep: (agentId, text) =>
    set(({ texts }) => {
      const { [agentId]: _dropped, ...others } = texts
      return { texts: text === undefined ? others : { ...others, [agentId]: text } }
    }),
}))
