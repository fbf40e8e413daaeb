// Which of the findings this window lists.

import { create } from 'zustand'
import type { Severity } from '#shared/a2a/finding.ts'

interface FindingView {
  readonly severity: Severity | undefined
  readonly agentId: string | undefined
  /** Live only: a kept session is one already. */
  readonly inSession: string | undefined
  /** Part of its name. */
  readonly rule: string
  /** Those that are muted instead. */
  readonly muted: boolean
}

interface FindingsState extends FindingView {
  narrow(view: Partial<FindingView>): void
  showAll(): void
}

const all: FindingView = {
  ...{ severity: undefined, agentId: undefined, inSession: undefined, rule: '', muted: false },
}

export const useFindings = create<FindingsState>((set) => ({
  ...all,
  narrow: (view) => set(view),
  showAll: () => set(all),
}))
