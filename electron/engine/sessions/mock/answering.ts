// What a mock answers a call with, whichever way it came: the recorded exchange, told again and followed by its webhook calls,
// or a sentence that says why not.

import { status } from '@grpc/grpc-js'
import { guarded } from '../../guarded.ts'
import { answerOverGrpc } from './answer-grpc.ts'
import { answerOverHttp, idChange } from './answer-http.ts'
import { type AskedCall, signatureOf } from './call-signature.ts'
import type { RecordedWebhook } from './causes.ts'
import type { GrpcVisit } from './grpc-side.ts'
import { type HttpVisit, refuse } from './http-side.ts'
import { liveThrough } from './live-through.ts'
import { cardChange, type MockPlace } from './mock-card.ts'
import { createWebhookPost } from './post-webhooks.ts'
import type { MockOptions, RecordedCall } from './recorded-calls.ts'
import { createRegistrations, operationIn, pushIn, repeatedAs, whyNotSent } from './registrations.ts'

const cardPaths = ['/.well-known/agent-card.json', '/.well-known/agent.json']
const unsupportedOperation = -32004
/** Calls to a mock whose webhook calls are played at once; further ones get their answer alone. */
const maxFollowedCalls = 200

export function createAnswering(options: MockOptions, closing: AbortSignal) {
  const { calls, mask, record, anywhere } = options
  const registrations = createRegistrations()
  const webhooks = createWebhookPost(options, closing)
  let followed = 0

  const neverRecorded = (words: string): string => {
    const examples = calls.examples().map(mask.text)
    const others = examples.length === 0 ? '' : ` It has: ${examples.join(', ')}.`
    return `This call was not recorded, so this mock cannot answer it: ${words}.${others}`
  }
  /** Takes the caller's webhook in the place of the recorded one. What it changes in the answer, or why it is refused. */
  const register = (
    call: RecordedCall,
    body: string,
    isForeignPage: boolean,
  ): { readonly change: (text: string) => string } | { readonly refusal: string } => {
    const operation = operationIn(call.request, body)
    if (operation?.kind === 'push-delete') registrations.remove(operation.configId)
    const [asked, recorded] = [pushIn(operation), call.push]
    if (asked === undefined || recorded === undefined) return { change: unchanged }
    const refusal = isForeignPage
      ? 'A page from elsewhere registers no webhook here.'
      : whyNotSent(asked, anywhere)
    if (refusal !== undefined) return { refusal }
    registrations.add({ recorded, asked })
    return { change: repeatedAs({ recorded, asked }) }
  }
  const sent = (webhook: RecordedWebhook): void => {
    const registration = registrations.of(webhook.path)
    if (registration !== undefined) webhooks.send(webhook, registration)
  }
  const follow = async (
    call: RecordedCall,
    answer: Pick<Parameters<typeof liveThrough>[0], 'tell' | 'cut' | 'gone'>,
  ): Promise<void> => {
    const mayFollow = followed < maxFollowedCalls
    followed += 1
    try {
      await liveThrough({
        ...options,
        ...answer,
        call: mayFollow ? call : { ...call, webhooks: [] },
        closing,
        sent,
      })
    } finally {
      followed -= 1
    }
  }

  return {
    async overHttp(
      { method, target, body, isForeignPage, response }: HttpVisit,
      place: MockPlace,
    ): Promise<void> {
      const path = target.split('?', 1)[0] ?? '/'
      const asked: AskedCall = { method, path, body }
      const { rpcId, words } = signatureOf(asked)
      const isCard = method === 'GET' && cardPaths.includes(path)
      const call = calls.next(asked) ?? (isCard ? calls.card : undefined)
      const refused = (message: string, status: number) => {
        if (rpcId === undefined) return refuse(response, status, message)
        const error = JSON.stringify({ code: unsupportedOperation, message })
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.end(`{"jsonrpc":"2.0","id":${rpcId},"error":${error}}`)
      }
      if (call === undefined) return refused(neverRecorded(words), 404)
      const registered = register(call, body, isForeignPage)
      if ('refusal' in registered) return refused(registered.refusal, 400)
      const withId = idChange(call.rpcId, rpcId)
      const withCard = cardChange(call, calls, place)
      const change = (text: string) => withId(registered.change(withCard(text)))
      const gone = goneWith(response)
      await follow(call, { ...answerOverHttp({ record, mask }, response, { change, gone }), gone })
    },

    overGrpc({ path, body, method, stream }: GrpcVisit, place: MockPlace): void {
      const asked: AskedCall = { method: 'POST', path, body, isGrpc: true }
      const call = calls.next(asked)
      const refused = (code: number, details: string) => void stream.emit('error', { code, details })
      if (call === undefined) {
        refused(status.UNIMPLEMENTED, neverRecorded(signatureOf(asked).words))
        return
      }
      const registered = register(call, body, false)
      if ('refusal' in registered) {
        refused(status.INVALID_ARGUMENT, registered.refusal)
        return
      }
      const withCard = cardChange(call, calls, place)
      const change = (text: string) => registered.change(withCard(text))
      const hasMessages = (record.exchanges.row(call.exchangeId)?.frames ?? 0) > 0
      const gone = goneWith(stream)
      const answer = answerOverGrpc({ record, mask }, { stream, method }, { change, hasMessages, gone })
      follow(call, { ...answer, gone }).catch(() => answer.cut())
    },
  }
}

const unchanged = (text: string) => text

function goneWith(stream: { once(event: 'close' | 'cancelled', heard: () => void): unknown }): AbortSignal {
  const gone = new AbortController()
  const leave = guarded('mock caller gone', () => gone.abort())
  stream.once('close', leave)
  stream.once('cancelled', leave)
  return gone.signal
}
