// Whether a server answers at the address of a card.

import type { DialectId } from '../../dialect.ts'
import { isObject, memberOf } from '../../json-kinds.ts'
import type { Binding, JsonValue } from '../../model.ts'
import { isPrompt, type OperationKind } from '../../operation.ts'
import type { RuleId } from '../registry.ts'

export const unansweredRule: RuleId = 'PARLEY-CARD-033'

const noServer: ReadonlySet<string> = new Set(['refused', 'dns', 'connect-timeout'])
const noRoute: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'ENETUNREACH'])

export interface AddressCall {
  readonly dialect: DialectId
  readonly binding: Binding
  readonly minor?: string
  readonly operation: OperationKind
  readonly taskId?: string
}

/** The failure as the record names it, or the response. */
export type AddressOutcome =
  | { readonly failure: string; readonly code?: string | undefined }
  | { readonly status: number; readonly json?: JsonValue | undefined }

/** Undefined where the outcome proves neither. */
export function isAnswered(call: AddressCall, outcome: AddressOutcome): boolean | undefined {
  if ('failure' in outcome) {
    return noServer.has(outcome.failure) || noRoute.has(outcome.code ?? '') ? false : undefined
  }
  const { status, json } = outcome
  if (status !== 404 && status !== 405) return true
  if (call.binding === 'JSONRPC') return isObject(json) && Object.hasOwn(json, 'jsonrpc')
  if (isObject(json) && isObject(memberOf(json, 'error'))) return true
  // Over REST a task that doesn't exist is a 404, too; only a new message depends on the path alone.
  const isNew = isPrompt(call.operation) && call.taskId === undefined
  return isNew ? false : undefined
}
