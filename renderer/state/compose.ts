import { create } from 'zustand'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import { useLayout } from './layout.ts'

// The request being edited in this window; it is kept while the user looks at its exchange.

export interface Composed {
  readonly agentId?: string | undefined
  readonly dialect?: DialectId | undefined
  readonly binding?: Binding | undefined
  /** Over gRPC the name of the call. */
  readonly method: string
  readonly url: string
  /** One header per line. */
  readonly headers: string
  readonly bodyForm: 'text' | 'hex'
  readonly text: string
  readonly hex: string
  readonly credentials: boolean
  /** The exchange it was copied from: masked secrets stand for the values there. */
  readonly from?: string | undefined
}

interface ComposeState {
  readonly composed: Composed | undefined
  readonly isOpen: boolean
  start(composed: Composed): void
  edit(changes: Partial<Composed>): void
  show(isOpen: boolean): void
}

export const useCompose = create<ComposeState>((set) => ({
  composed: undefined,
  isOpen: false,
  start(composed) {
    set({ composed, isOpen: true })
    useLayout.getState().reveal('inspector')
  },
  edit: (changes) => set(({ composed }) => (composed ? { composed: { ...composed, ...changes } } : {})),
  show(isOpen) {
    set({ isOpen })
    if (isOpen) useLayout.getState().reveal('inspector')
  },
}))
