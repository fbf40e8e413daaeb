import type { TestResult } from '#shared/checks/run.ts'
import type { RunHead } from '../use-check-run.ts'

export interface ComparedRun {
  readonly sessionId: string
  readonly run: RunHead
  readonly results: readonly TestResult[]
}
