import { create } from 'zustand'

/** The agent's link that the user clicked; it is opened after they have confirmed its target. */
export const useLinkToOpen = create<{ readonly url?: string | undefined }>(() => ({}))
