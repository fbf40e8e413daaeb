// Resends requests: unchanged, edited, written by hand, or in another version. Each is a separate exchange, decoded
// with the dialect it claims; invalid requests are sent, too.

import { randomUUID } from 'node:crypto'
import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { HeaderList, WireCall } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { isMembers } from '#shared/a2a/json-kinds.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import { maxDraftBytes, type RequestDraft, type Sent } from '#shared/contract/again.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { revealed, type SentBody, type SentRequest, sentText } from '#shared/export/sent-request.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import type { AccessService } from './access/access.ts'
import { originOf } from './access/origins.ts'
import type { Agents } from './agents.ts'
import type { RunningCalls } from './cancel-calls.ts'
import { bytesOfBody, sentRequest } from './console/sent-request.ts'
import type { Handlers } from './handlers.ts'
import type { SessionRecord } from './store/record.ts'
import { hasMark, marksIn } from './wire/address-secrets.ts'
import { callLabelOf, idIn } from './wire/build-request.ts'
import { requestFactsOf } from './wire/call-facts.ts'
import type { CallRequest, Wire } from './wire/wire.ts'

const noLonger =
  'Parley no longer knows a secret of this request: they are kept in memory only. Write its value where its mark stands, or take it out.'
const ofAnother =
  'This request carries a secret of another address, and goes to a new one. Write the value yourself if it may go there, or take it out.'

interface AgainDeps {
  readonly wire: Wire
  readonly record: SessionRecord
  readonly access: AccessService
  readonly agents: Pick<Agents, 'settings'>
  readonly running: RunningCalls
  readonly currentSession: () => string
}

export function createResend({
  wire,
  record,
  access,
  agents,
  running,
  currentSession,
}: AgainDeps): Handlers<'again'> {
  const follow = ({ exchangeId, done }: Sending, stop: AbortController): Sent => {
    running.add(exchangeId, stop, done)
    return { exchangeId }
  }

  async function sendAgain(request: SentRequest, credentials: boolean) {
    const { agentId, binding } = request.call
    const attached =
      agentId === undefined ? { use: 'none' as const } : await access.attach(agentId, request.url, binding)
    const own = 'credentials' in attached ? (attached.credentials ?? []) : []
    const restored = withSecrets(request, wire, own)
    const stop = new AbortController()
    const sending = sendWritten(wire, {
      request: restored.request,
      sessionId: currentSession(),
      credentials: credentials ? [...restored.secret, ...own] : restored.secret,
      queryCredentials:
        credentials && 'queryCredentials' in attached ? (attached.queryCredentials ?? []) : [],
      signal: stop.signal,
    })
    return follow(sending, stop)
  }

  return {
    async draft({ exchangeId }) {
      const { call, method, url, headers, body, message } = await sendable(record, exchangeId)
      const { agentId, dialect, binding } = call
      if (sizeOf(body) > maxDraftBytes) {
        throw new Fault('unsupported', 'This body is too long to edit here. It can be resent as it is.')
      }
      return {
        ...defined({ agentId, dialect, binding }),
        method: binding === 'GRPC' ? (call.label.split('/').at(-1) ?? call.label) : method,
        url,
        headers,
        body: message === undefined ? (body ?? { kind: 'none' }) : { kind: 'text', text: message },
      }
    },

    async resend({ exchangeId }) {
      return sendAgain(await sendable(record, exchangeId), false)
    },

    async send({ from, credentials, agentId, dialect, binding, method, url, headers, body }) {
      const isGrpc = binding === 'GRPC'
      const request: SentRequest = {
        exchangeId: from ?? '',
        call: {
          purpose: 'raw',
          ...defined({ agentId, dialect, binding }),
          label: isGrpc ? method : '',
        },
        method: isGrpc ? 'POST' : method,
        url,
        headers,
        ...writtenBody(body, isGrpc),
      }
      return sendAgain(request, credentials)
    },

    async inOtherWay({ exchangeId, way: { url, dialect, binding, tenant } }) {
      const sent = await sendable(record, exchangeId)
      const operation = operationOf(sent)
      if (operation === undefined) {
        throw new Fault(
          'unsupported',
          'This request is none of the operations of A2A, so no other way is known to say it.',
        )
      }
      const { agentId } = sent.call
      const { use: _, ...credentials } =
        agentId === undefined ? { use: 'none' as const } : await access.attach(agentId, url, binding)
      const fileBytes = agentId === undefined ? undefined : agents.settings(agentId).fileBytes
      const anew = asNew(operation)
      const encoded = dialectOf(dialect).encode(anew, binding, defined({ tenant, fileBytes }))
      if (!encoded) throw new Fault('unsupported', `A2A ${dialect} has no such call over ${binding}.`)
      const stop = new AbortController()
      const call = wire.call({
        sessionId: currentSession(),
        ...defined({ agentId }),
        purpose: 'operation',
        url,
        dialect: dialectOf(dialect),
        operation: anew,
        call: encoded,
        ...credentials,
        signal: stop.signal,
      })
      const answer = follow(call, stop)
      await call.done
      return answer
    },
  }
}

function writtenBody(body: RequestDraft['body'], isGrpc: boolean): Pick<SentRequest, 'body' | 'message'> {
  if (body.kind === 'none') return {}
  return isGrpc && body.kind === 'text' ? { message: body.text } : { body }
}

function sizeOf(body: SentBody | undefined): number {
  return body === undefined ? 0 : body.kind === 'text' ? body.text.length : body.base64.length
}

function operationOf(sent: SentRequest): Operation | undefined {
  const { dialect } = sent.call
  const call = wireCallOf(sent, sentText(sent))
  return call && dialect && agentSideOf(dialect).decodeOperation(call)
}

/** An agent may ignore a repeated message id. */
function asNew(operation: Operation): Operation {
  if (operation.kind !== 'send' && operation.kind !== 'stream') return operation
  return { ...operation, message: { ...operation.message, messageId: randomUUID() } }
}

async function sendable(record: SessionRecord, exchangeId: string): Promise<SentRequest> {
  const sent = await sentRequest(record, exchangeId)
  if (sent.method !== 'CONNECT') return sent
  throw new Fault(
    'unsupported',
    'This is a tunnel, and what passed through it wasn’t read: there is nothing to resend.',
  )
}

// Restores secrets in place of their marks for a resent request: only those of its origin.

interface Restored {
  readonly request: SentRequest
  /** Headers that had a mark: credentials, which must stay out of the record and other origins. */
  readonly secret: RawHeaders
}

/** `credentials` replace a secret that is no longer stored. */
function withSecrets(
  request: SentRequest,
  { reveal, revealFor }: Pick<Wire, 'reveal' | 'revealFor'>,
  credentials: RawHeaders,
): Restored {
  const forgotten = new Set(
    request.headers
      .filter(([, value]) => marksIn(value).some((id) => reveal(id) === undefined))
      .map(([name]) => name.toLowerCase()),
  )
  const instead = credentials.filter(([name]) => forgotten.has(name.toLowerCase()))
  const replaced = new Set(instead.map(([name]) => name.toLowerCase()))
  const stored = request.headers.filter(([name]) => !replaced.has(name.toLowerCase()))
  const origin = originOf(request.url, request.call.binding)
  const whole = revealed({ ...request, headers: stored }, (id) => revealFor(id, origin))
  if (whole.hidden > 0) {
    const texts = [request.url, sentText(request), ...stored.map(([, value]) => value)]
    const hasSecrets = texts.flatMap(marksIn).every((id) => reveal(id) !== undefined)
    throw new Fault('bad-input', hasSecrets ? ofAnother : noLonger)
  }
  const isMarked = stored.map(([, value]) => hasMark(value))
  const { headers } = whole.request
  return {
    request: { ...whole.request, headers: headers.filter((_, index) => !isMarked[index]) },
    secret: [...headers.filter((_, index) => isMarked[index]), ...instead],
  }
}

// Sends a request as written by hand. Its operation decides how the response is decoded.

interface Sending {
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

function sendWritten(wire: Wire, { request, ...along }: Written): Sending {
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
    ...(body && { body: bytesOfBody(body) }),
    ...(written && { label: written.binding === 'HTTP+JSON' ? callLabelOf(written) : written.method }),
    ...(dialect && { dialect: dialectOf(dialect) }),
    ...defined({ binding, operation: operation?.kind }),
    ...(operation && 'taskId' in operation && { taskId: operation.taskId }),
    ...(operation && requestFactsOf(operation)),
    ...(written?.binding === 'JSONRPC' && idIn(text)),
  })
}

interface GrpcCall {
  readonly dialect: SentRequest['call']['dialect']
  readonly written: WireCall | undefined
  readonly operation: Operation | undefined
  readonly text: string
}

/** A message must match its definition to be encoded. */
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
