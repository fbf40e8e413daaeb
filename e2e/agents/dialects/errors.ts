// Faults as JSON-RPC `error` objects and REST bodies of each family (PROTOCOL.md §3.6, §4.4).

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { type Fault, faultRows, messageOf } from '../faults.ts'

interface RestError {
  readonly status: number
  readonly body: JsonValue
}

/** 0.x has no code for a terminal task; `@a2a-js/sdk` 0.3.14 answers −32600 (§3.6). */
export function rpcError0x(error: Fault): JsonObject {
  const code = error.code ?? (error.fault === 'task-terminal' ? -32600 : faultRows[error.fault].code)
  return defined({ code, message: messageOf(error), data: error.data })
}

export function rpcError10(error: Fault): JsonObject {
  const { code } = faultRows[error.fault]
  const reason = reasonOf(error)
  const info = reason === undefined ? undefined : [errorInfo(reason)]
  return defined({ code: error.code ?? code, message: messageOf(error), data: error.data ?? info })
}

export function restError0x(error: Fault): RestError {
  return { status: faultRows[error.fault].http0x, body: rpcError0x(error) }
}

export function restError10(error: Fault): RestError {
  const { http10, status } = faultRows[error.fault]
  const reason = reasonOf(error)
  const details = reason === undefined ? undefined : [{ ...errorInfo(reason), metadata: {} }]
  return {
    status: http10,
    body: { error: defined({ code: http10, status, message: messageOf(error), details }) },
  }
}

function reasonOf(error: Fault): string | undefined {
  return error.reason ?? faultRows[error.fault].reason
}

function errorInfo(reason: string): JsonObject {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
  }
}
