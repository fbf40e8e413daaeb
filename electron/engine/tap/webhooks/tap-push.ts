// Records an agent's call of a caller's webhook: judged like a call of Parley's own receiver, with the webhook's response.

import { headerOf } from '#shared/a2a/header-of.ts'
import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { keepBytes } from '../../platform/files.ts'
import { isProven } from '../../receiver/credentials.ts'
import { readCall } from '../../receiver/judge-call.ts'
import type { HookCall } from '../../receiver/read-call-body.ts'
import { appendCall, judgedCall } from '../../receiver/webhook-entry.ts'
import { Exchange } from '../../wire/exchange.ts'
import type { TapRequest } from '../forward/messages.ts'
import { isPacked, readableBody } from '../parse-call.ts'
import type { TapExchange, TapExchangeDeps } from '../tap-exchange.ts'
import type { TapWebhook } from './kept-webhooks.ts'

/** Of a webhook's response to a push in the record; a longer one is passed on whole. */
const maxPushAnswerBytes = 1024 * 1024

type Pushed = TapRequest & { readonly body: Buffer }

export function openTapPush(
  deps: TapExchangeDeps,
  request: Pushed,
  push: NonNullable<TapRequest['push']>,
): TapExchange {
  const { record, secrets, clock, sessionId, called, webhooks } = deps
  const unknown: TapWebhook = {
    ...push,
    id: push.key,
    agentId: called.agentId ?? '',
    url: request.url,
    isFar: false,
    caller: '',
  }
  const webhook = webhooks.find(push.key) ?? unknown
  const exchange = new Exchange({
    ...{ record, secrets, clock, sessionId },
    call: { purpose: 'raw', label: 'push' },
    credentialNames: new Set(),
    credentialQuery: new Set(),
  })
  // Secrets of its address are masked from here on.
  const to = secrets.url(webhook.url, 'ours')
  const call = callOf(request, { at: clock.wallMs(), monoMs: clock.monoMs() })
  const read = readCall(call.body, webhook.dialect)
  const judged = judgedCall(webhook, call, read, undefined, deps.judge)
  const { token, authorization } = judged.verdict
  if (token === 'right' && judged.shown.token !== undefined) secrets.learn(judged.shown.token)
  if (authorization === 'right' && judged.shown.credentials !== undefined)
    secrets.learn(judged.shown.credentials)
  if (webhook.taskId === undefined && read.taskId !== undefined && isProven(judged.verdict))
    webhooks.change(push.key, { taskId: read.taskId })
  const mask = {
    headers: (headers: RawHeaders) => secrets.headers(headers, 'theirs'),
    text: (text: string) => secrets.text(text, 'theirs'),
    url: (url: string) => secrets.url(url, 'theirs'),
    bytes: (bytes: Buffer) => secrets.bytes(bytes, 'theirs'),
  }
  const { caller, program } = webhook
  appendCall({ record, mask }, webhook, call, judged, {
    ...{ sessionId, exchangeId: exchange.exchangeId, answeredStatus: 0 },
    via: {
      ...{ tap: secrets.url(push.address, 'ours'), to, caller },
      ...defined({ program }),
    },
  })
  let stored = keepBytes(maxPushAnswerBytes)
  let isUnread = false
  return {
    head(answered) {
      isUnread = isPacked(answered.headers)
      exchange.response({ ...answered, timings: { firstByteMs: clock.monoMs() - call.monoMs } })
    },
    chunk(bytes) {
      exchange.received(bytes.byteLength)
      if (isUnread) stored = keepBytes(0)
      stored.add(bytes)
    },
    end(reason, trailers) {
      exchange.end({
        reason,
        ...(stored.seenBytes() > 0 && { body: stored.kept() }),
        ...(trailers.length > 0 && { trailers }),
      })
    },
    note: (text) => exchange.note(text),
    fail: (failure) => exchange.fail(failure),
  }
}

function callOf(request: Pushed, now: Pick<HookCall, 'at' | 'monoMs'>): HookCall {
  const { method, url, headers, seenBytes, caller } = request
  const body = readableBody(headers, request.body)
  const announced = headerOf(headers, 'content-length')
  const isWhole = announced === undefined || Number(announced) === seenBytes
  return {
    ...{ method, headers, body, seenBytes, ...now },
    url: url.replace(/^[a-z]+:\/\/[^/?#]*/i, ''),
    remoteAddress: caller.replace(/:\d+$/, ''),
    outcome: !isWhole ? 'broken-off' : seenBytes > body.byteLength ? 'too-large' : 'whole',
  }
}
