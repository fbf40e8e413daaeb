// The only error type that crosses the contract with its text. A fault is for the user: what could not be done and what to try.
// Failures of an exchange are not faults: they are values on the record. Any other error in the engine reaches a window only as
// kind `internal` with an id that is in the log.

import { z } from 'zod'

const faultKinds = ['bad-input', 'not-found', 'unsupported', 'unavailable', 'conflict', 'internal'] as const
export type FaultKind = (typeof faultKinds)[number]

export const faultDataSchema = z.object({
  kind: z.enum(faultKinds),
  /** Id of an internal fault in the engine's log. */
  id: z.string().optional(),
})
export type FaultData = z.infer<typeof faultDataSchema>

export class Fault extends Error {
  override readonly name = 'Fault'
  readonly kind: FaultKind

  constructor(kind: FaultKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
