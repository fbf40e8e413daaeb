import type { Check } from '../report.ts'

/** The checks of one version's objects: results, events and webhook bodies. */
export interface ObjectBook {
  /** Cited by findings. */
  readonly version: string
  readonly task: Check
  readonly message: Check
  readonly send: Check
  readonly event: Check
  readonly webhook: Check
  /** Absent where the version cannot list tasks. */
  readonly page?: Check
  readonly pushConfig: Check
  readonly inlinePushConfig: Check
  readonly pushPage: Check
  /** The result of deleting a push configuration. */
  readonly deleted: 'null' | 'null-or-empty'
}
