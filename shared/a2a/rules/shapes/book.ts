import type { Check } from '../report.ts'

/** The checks of one version's objects, ready to hold a result, an event or a webhook body against. */
export interface ObjectBook {
  /** The specification findings cite. */
  readonly version: string
  readonly task: Check
  readonly message: Check
  /** The result of a send. */
  readonly send: Check
  /** One item of a stream. */
  readonly event: Check
  /** The body of a webhook call. */
  readonly webhook: Check
  /** The result of listing tasks; absent where the version cannot. */
  readonly page?: Check
  readonly pushConfig: Check
  /** The configuration as it travels inside a send. */
  readonly inlinePushConfig: Check
  readonly pushPage: Check
  /** What deleting a push configuration answers with. */
  readonly deleted: 'null' | 'null-or-empty'
}
