// Requests once more: as they were, changed, written by hand, or in the words of another version. Each is an exchange of
// its own, read with the dialect it claims to speak; nothing is held back because it is wrong.

import { randomUUID } from 'node:crypto'
import { agentSideOf } from '#shared/a2a/agent-side.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import { maxDraftBytes, type RequestDraft, type Sent } from '#shared/contract/again.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { type SentBody, type SentRequest, sentText } from '#shared/export/sent-request.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import type { AccessService } from '../access/access.ts'
import type { Agents } from '../agents.ts'
import type { Answers } from '../answers.ts'
import { sentRequest } from '../console/sent-request.ts'
import type { RunningCalls } from '../running-calls.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import { withSecrets } from './own-secrets.ts'
import { type Sending, sendWritten } from './send-written.ts'

interface AgainDeps {
  readonly wire: Wire
  readonly record: SessionRecord
  readonly access: AccessService
  readonly agents: Pick<Agents, 'settings'>
  readonly running: RunningCalls
  readonly currentSession: () => string
}

export function createAgain({
  wire,
  record,
  access,
  agents,
  running,
  currentSession,
}: AgainDeps): Answers<'again'> {
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

/** An agent may answer the same message but once. */
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
