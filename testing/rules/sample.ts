// A valid document, and its type.

import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding, JsonObject } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'

export type SampleUse =
  | { readonly as: 'card' }
  | {
      readonly as: 'reply'
      readonly operation: OperationKind
      readonly dialect: DialectId
      readonly binding: Binding
      readonly minor?: string
    }
  | { readonly as: 'event'; readonly dialect: DialectId; readonly binding: Binding }
  | { readonly as: 'webhook'; readonly dialect: DialectId }

export interface Sample {
  readonly name: string
  readonly use: SampleUse
  readonly document: JsonObject
}
