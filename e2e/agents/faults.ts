// The protocol's errors: code, reason and the status in each binding (PROTOCOL.md §3.6, §4.4). 0.x REST has the measured
// statuses, 1.0 REST those of 1.0.1.

import type { JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'

export type FaultName =
  | 'parse'
  | 'invalid-request'
  | 'method-not-found'
  | 'invalid-params'
  | 'internal'
  | 'task-not-found'
  | 'not-cancelable'
  | 'push-not-supported'
  | 'unsupported'
  | 'content-type'
  | 'no-extended-card'
  | 'extension-required'
  | 'version'
  | 'task-terminal'
  | 'unauthenticated'

export interface Fault {
  readonly fault: FaultName
  readonly message?: string
  readonly data?: JsonValue
  /** Overrides the protocol's code. */
  readonly code?: number
  readonly reason?: string
  /** The task it is about, for servers that name it. */
  readonly taskId?: string
}

interface FaultRow {
  readonly code: number
  readonly message: string
  readonly reason?: string
  readonly http0x: number
  readonly http10: number
  readonly status: string
  readonly grpc: number
}

const row = (
  code: number,
  message: string,
  reason: string | undefined,
  http0x: number,
  http10: number,
  status: string,
  grpc: number,
): FaultRow => ({ code, message, ...defined({ reason }), http0x, http10, status, grpc })

export const faultRows: Readonly<Record<FaultName, FaultRow>> = {
  parse: row(-32700, 'Invalid JSON payload', undefined, 400, 400, 'INVALID_ARGUMENT', 3),
  'invalid-request': row(
    -32600,
    'Request payload validation error',
    undefined,
    400,
    400,
    'INVALID_ARGUMENT',
    3,
  ),
  'method-not-found': row(-32601, 'Method not found', undefined, 404, 404, 'NOT_FOUND', 12),
  'invalid-params': row(-32602, 'Invalid parameters', 'INVALID_PARAMS', 400, 400, 'INVALID_ARGUMENT', 3),
  internal: row(-32603, 'Internal error', undefined, 500, 500, 'INTERNAL', 13),
  'task-not-found': row(-32001, 'Task not found', 'TASK_NOT_FOUND', 404, 404, 'NOT_FOUND', 5),
  'not-cancelable': row(
    -32002,
    'Task cannot be canceled',
    'TASK_NOT_CANCELABLE',
    409,
    400,
    'FAILED_PRECONDITION',
    9,
  ),
  'push-not-supported': row(
    -32003,
    'Push Notification is not supported',
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
    501,
    400,
    'FAILED_PRECONDITION',
    9,
  ),
  unsupported: row(
    -32004,
    'This operation is not supported',
    'UNSUPPORTED_OPERATION',
    400,
    400,
    'FAILED_PRECONDITION',
    9,
  ),
  'content-type': row(
    -32005,
    'Incompatible content types',
    'CONTENT_TYPE_NOT_SUPPORTED',
    415,
    400,
    'INVALID_ARGUMENT',
    3,
  ),
  'no-extended-card': row(
    -32007,
    'Extended Agent Card is not configured',
    'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
    404,
    400,
    'FAILED_PRECONDITION',
    9,
  ),
  'extension-required': row(
    -32008,
    'A required extension was not declared',
    'EXTENSION_SUPPORT_REQUIRED',
    400,
    400,
    'FAILED_PRECONDITION',
    9,
  ),
  version: row(
    -32009,
    'A2A version is not supported',
    'VERSION_NOT_SUPPORTED',
    400,
    400,
    'FAILED_PRECONDITION',
    9,
  ),
  'task-terminal': row(
    -32004,
    'Task is in a terminal state',
    'UNSUPPORTED_OPERATION',
    400,
    400,
    'FAILED_PRECONDITION',
    9,
  ),
  unauthenticated: row(-32603, 'Unauthenticated', undefined, 401, 401, 'UNAUTHENTICATED', 16),
}

export function taskFault(name: FaultName, taskId: string, message?: string): Fault {
  return { ...fault(name, message), taskId }
}

export function fault(name: FaultName, message?: string, data?: JsonValue): Fault {
  return {
    fault: name,
    ...defined({ message, data }),
  }
}

export function isFault(value: object): value is Fault {
  return 'fault' in value
}

export function messageOf(error: Fault): string {
  return error.message ?? faultRows[error.fault].message
}
