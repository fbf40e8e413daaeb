import type { DialectId, EncodeOptions } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { Binding } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'

/** What the wire needs to send an operation. */
export function encoded(id: DialectId, binding: Binding, operation: Operation, options?: EncodeOptions) {
  const dialect = dialectOf(id)
  const call = dialect.encode(operation, binding, options)
  if (call === undefined) throw new Error(`${id} has no ${operation.kind} over ${binding}`)
  return { dialect, operation, call }
}
