// A request as somebody wrote it, on its way. What it turns out to ask for decides how its answer is read.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { HeaderList, WireCall } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { isMembers } from '#shared/a2a/json-kinds.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { type SentBody, type SentRequest, sentText } from '#shared/export/sent-request.ts'
import { parsedJson } from '#shared/json/parsed-json.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import { askedOf } from '../wire/call-facts.ts'
import { callLabelOf } from '../wire/prepare.ts'
import { idIn } from '../wire/request-id.ts'
import type { CallRequest, Wire } from '../wire/wire.ts'

export interface Sending {
  readonly exchangeId: string
  readonly done: Promise<unknown>
}

interface Written {
  readonly request: SentRequest
  readonly sessionId: string
  readonly credentials: HeaderList
  readonly queryCredentials: HeaderList
  readonly signal: AbortSignal
}

export function sendWritten(wire: Wire, { request, ...along }: Written): Sending {
  const { call, method, url, headers, body } = request
  const { agentId, dialect, binding } = call
  const text = sentText(request)
  const written = wireCallOf(request, text)
  const operation = written && dialect && agentSideOf(dialect).decodeOperation(written)
  const common = {
    ...along,
    ...defined({ agentId }),
    purpose: operation ? ('operation' as const) : ('raw' as const),
    url,
    headers,
  }
  if (binding === 'GRPC') return sendOverGrpc(wire, { ...common, dialect, written, operation, text })
  return wire.request({
    ...common,
    method,
    ...(body && { body: bytesOf(body) }),
    ...(written && { label: written.binding === 'HTTP+JSON' ? callLabelOf(written) : written.method }),
    ...(dialect && { dialect: dialectOf(dialect) }),
    ...defined({ binding, operation: operation?.kind }),
    ...(operation && 'taskId' in operation && { taskId: operation.taskId }),
    ...(operation && askedOf(operation)),
    ...(written?.binding === 'JSONRPC' && idIn(text)),
  })
}

function bytesOf(body: SentBody): Buffer {
  return body.kind === 'text' ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64')
}

interface GrpcCall {
  readonly dialect: SentRequest['call']['dialect']
  readonly written: WireCall | undefined
  readonly operation: Operation | undefined
  readonly text: string
}

/** A message has to fit its definition to become bytes at all. */
function sendOverGrpc(
  wire: Wire,
  { dialect, written, operation, text, ...common }: GrpcCall & Omit<CallRequest, keyof GrpcCall | 'call'>,
): Sending {
  const own = dialect && operation && dialectOf(dialect).encode(operation, 'GRPC')
  if (
    !dialect ||
    !operation ||
    written?.binding !== 'GRPC' ||
    own?.binding !== 'GRPC' ||
    !isMembers(parsedJson(text))
  ) {
    throw new Fault(
      'bad-input',
      'Over gRPC only a message of one of its methods can be sent, written as JSON.',
    )
  }
  const { service, streaming } = own
  return wire.call({
    ...common,
    dialect: dialectOf(dialect),
    operation,
    call: { ...written, headers: [], service, streaming },
  })
}
