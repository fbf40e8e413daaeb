// The errors of the protocol, PROTOCOL §3.6 and §4.4. 1.0.0 and 1.0.1 give some of them different HTTP statuses.

export interface ErrorFacts {
  readonly code: number
  readonly reason: string
  readonly statuses: readonly number[]
}

const table: readonly ErrorFacts[] = [
  { code: -32001, reason: 'TASK_NOT_FOUND', statuses: [404] },
  { code: -32002, reason: 'TASK_NOT_CANCELABLE', statuses: [400, 409] },
  { code: -32003, reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED', statuses: [400] },
  { code: -32004, reason: 'UNSUPPORTED_OPERATION', statuses: [400] },
  { code: -32005, reason: 'CONTENT_TYPE_NOT_SUPPORTED', statuses: [400, 415] },
  { code: -32006, reason: 'INVALID_AGENT_RESPONSE', statuses: [500, 502] },
  { code: -32007, reason: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED', statuses: [400] },
  { code: -32008, reason: 'EXTENSION_SUPPORT_REQUIRED', statuses: [400] },
  { code: -32009, reason: 'VERSION_NOT_SUPPORTED', statuses: [400] },
]

export const errorsByReason: ReadonlyMap<string, ErrorFacts> = new Map(
  table.map((each) => [each.reason, each]),
)
export const errorsByCode: ReadonlyMap<number, ErrorFacts> = new Map(table.map((each) => [each.code, each]))

/** JSON-RPC's own codes. */
export const jsonRpcCodes: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, -32603])

export const errorInfoType = 'type.googleapis.com/google.rpc.ErrorInfo'
