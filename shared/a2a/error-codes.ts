// The errors A2A names: code, both names, the 1.0 reason (PROTOCOL 3.6), and the HTTP and gRPC forms (4.4).

export interface ErrorCode {
  readonly code: number
  readonly name: string
  /** `ErrorInfo.reason` in 1.0. */
  readonly reason?: string
  /** What servers put in `message`; compared with its beginning, ignoring case, when nothing better gives the code. */
  readonly messages: readonly string[]
  /** 1.0.1. */
  readonly http: number
  /** 1.0.0, where it differs. */
  readonly httpBefore?: number
  /** 1.0.1; 1.0.0 has UNIMPLEMENTED for push, operation and version. */
  readonly grpc: string
}

export const errorCodes: readonly ErrorCode[] = [
  {
    code: -32700,
    name: 'JSONParseError',
    messages: ['invalid json payload', 'parse error'],
    http: 400,
    grpc: 'INVALID_ARGUMENT',
  },
  {
    code: -32600,
    name: 'InvalidRequestError',
    reason: 'INVALID_REQUEST',
    messages: ['request payload validation error'],
    http: 400,
    grpc: 'INVALID_ARGUMENT',
  },
  {
    code: -32601,
    name: 'MethodNotFoundError',
    messages: ['method not found', 'invalid method'],
    http: 404,
    grpc: 'UNIMPLEMENTED',
  },
  {
    code: -32602,
    name: 'InvalidParamsError',
    reason: 'INVALID_PARAMS',
    messages: ['invalid parameters', 'invalid params'],
    http: 400,
    grpc: 'INVALID_ARGUMENT',
  },
  { code: -32603, name: 'InternalError', messages: ['internal error'], http: 500, grpc: 'INTERNAL' },
  {
    code: -32001,
    name: 'TaskNotFoundError',
    reason: 'TASK_NOT_FOUND',
    messages: ['task not found'],
    http: 404,
    grpc: 'NOT_FOUND',
  },
  {
    code: -32002,
    name: 'TaskNotCancelableError',
    reason: 'TASK_NOT_CANCELABLE',
    messages: ['task cannot be canceled', 'task not cancelable'],
    http: 400,
    httpBefore: 409,
    grpc: 'FAILED_PRECONDITION',
  },
  {
    code: -32003,
    name: 'PushNotificationNotSupportedError',
    reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
    messages: ['push notification is not supported', 'push notification not supported'],
    http: 400,
    grpc: 'FAILED_PRECONDITION',
  },
  {
    code: -32004,
    name: 'UnsupportedOperationError',
    reason: 'UNSUPPORTED_OPERATION',
    messages: ['this operation is not supported', 'unsupported operation'],
    http: 400,
    grpc: 'FAILED_PRECONDITION',
  },
  {
    code: -32005,
    name: 'ContentTypeNotSupportedError',
    reason: 'CONTENT_TYPE_NOT_SUPPORTED',
    messages: ['incompatible content types'],
    http: 400,
    httpBefore: 415,
    grpc: 'INVALID_ARGUMENT',
  },
  {
    code: -32006,
    name: 'InvalidAgentResponseError',
    reason: 'INVALID_AGENT_RESPONSE',
    messages: ['invalid agent response'],
    http: 500,
    httpBefore: 502,
    grpc: 'INTERNAL',
  },
  {
    code: -32007,
    name: 'ExtendedAgentCardNotConfiguredError',
    reason: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
    messages: ['authenticated extended card is not configured', 'authenticated card not supported'],
    http: 400,
    grpc: 'FAILED_PRECONDITION',
  },
  {
    code: -32008,
    name: 'ExtensionSupportRequiredError',
    reason: 'EXTENSION_SUPPORT_REQUIRED',
    messages: [],
    http: 400,
    grpc: 'FAILED_PRECONDITION',
  },
  {
    code: -32009,
    name: 'VersionNotSupportedError',
    reason: 'VERSION_NOT_SUPPORTED',
    messages: [],
    http: 400,
    grpc: 'FAILED_PRECONDITION',
  },
]

/** gRPC's status names, by number. */
export const grpcCodes: readonly string[] = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
]

export function errorByReason(reason: string): ErrorCode | undefined {
  return errorCodes.find((error) => error.reason === reason)
}

export function errorByCode(code: number): ErrorCode | undefined {
  return errorCodes.find((error) => error.code === code)
}

/** Errors of A2A, not of JSON-RPC. */
export function isOfA2a({ code }: ErrorCode): boolean {
  return code > -32100
}

/** Both, where 1.0.0 and 1.0.1 differ. */
export function statusesOf({ http, httpBefore }: ErrorCode): readonly number[] {
  return httpBefore === undefined ? [http] : [http, httpBefore]
}

/** Java and .NET name the class, with or without its package. */
export function errorByName(name: string): ErrorCode | undefined {
  return errorCodes.find((error) => name === error.name || name.endsWith(`.${error.name}`))
}

// Part of an error that is compared with the beginnings in the table; the error is shown whole.
const maxErrorStartChars = 64

export function errorByMessage(message: string): ErrorCode | undefined {
  const start = message.slice(0, maxErrorStartChars).toLowerCase()
  return errorCodes.find((error) => error.messages.some((text) => start.startsWith(text)))
}

/** NOT_FOUND, INVALID_ARGUMENT and INTERNAL have one meaning; the others stand for several errors. */
const codeByGrpcStatus: Readonly<Record<string, number>> = {
  NOT_FOUND: -32001,
  INVALID_ARGUMENT: -32602,
  INTERNAL: -32603,
}

export function errorByGrpcStatus(status: string): ErrorCode | undefined {
  const code = Object.hasOwn(codeByGrpcStatus, status) ? codeByGrpcStatus[status] : undefined
  return code === undefined ? undefined : errorByCode(code)
}
