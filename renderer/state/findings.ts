// What this window shows of the findings: which of them, and the rule of an agent whose places are looked at.

import { create } from 'zustand'
import type { Severity } from '#shared/a2a/finding.ts'

export interface FindingView {
  readonly severity: Severity | undefined
  readonly agentId: string | undefined
  /** Live only: a kept session is one already. */
  readonly inSession: string | undefined
  /** Part of its name. */
  readonly rule: string
  /** Those that are muted instead. */
  readonly muted: boolean
}

export interface OpenGroup {
  readonly rule: string
  readonly agentId: string | undefined
  readonly muted: boolean
}

interface FindingsState extends FindingView {
  readonly open: OpenGroup | undefined
  narrow(view: Partial<FindingView>): void
  showAll(): void
  setOpen(open: OpenGroup | undefined): void
}

const all: FindingView = {
  ...{ severity: undefined, agentId: undefined, inSession: undefined, rule: '', muted: false },
}

export const useFindings = create<FindingsState>((set) => ({
  ...all,
  open: undefined,
  narrow: (view) => set(view),
  showAll: () => set(all),
  setOpen: (open) => set({ open }),
}))
