import { create } from 'zustand'

/** A link of an agent that the user has clicked: nothing is opened before they have seen where it goes. */
export const useAskedLink = create<{ readonly url?: string | undefined }>(() => ({}))
