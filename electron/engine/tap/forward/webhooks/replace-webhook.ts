// A request that may name a webhook: held until it is complete, and sent with an address of the tap in place of the
// caller's. An unreadable one is passed on unchanged, and the record has a note.

import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { guarded } from '../../../platform/guarded.ts'
import { isPacked } from '../../parse-call.ts'
import type { Incoming, ProxyCall, ProxyDeps } from '../pass.ts'
import { findWebhook } from './find-webhook.ts'

/** Of the body of a request in which the address of a webhook is replaced; in a larger one it stays the caller's. */
const maxHeldRequestBytes = 4 * 1024 * 1024

/** The request to the agent; the rest of the body follows, unless it is complete. */
export interface Sending {
  readonly headers: RawHeaders
  /** Bytes of the body so far. */
  readonly body?: Buffer
  readonly isWhole?: boolean
}

export function mayNameWebhook(
  { settings }: ProxyDeps,
  { request }: Incoming,
  { called }: ProxyCall,
): boolean {
  return !called && settings().replacesWebhooks && request.method === 'POST'
}

export function replaceWebhook(
  deps: ProxyDeps,
  incoming: Incoming,
  proxyCall: ProxyCall,
  headers: RawHeaders,
  send: (sending: Sending) => void,
): void {
  const keep = (webhookKept: string, sending: Sending) => {
    proxyCall.name({ webhookKept })
    send(sending)
  }
  const why = whyUnread(headers)
  if (why !== undefined) keep(why, { headers })
  else {
    holdBody(incoming, {
      maxBytes: maxHeldRequestBytes,
      onPiece: proxyCall.body.add,
      onTooLarge: (bytes) => keep(tooLarge, { headers, body: bytes }),
      onWhole(bytes) {
        if (!proxyCall.ending.isOver())
          send(replaced(deps, incoming, proxyCall, { headers, body: bytes, isWhole: true }))
      },
      onBroken: proxyCall.ending.breakOff,
    })
  }
}

function whyUnread(headers: RawHeaders): string | undefined {
  if (isPacked(headers)) return 'The request is compressed.'
  const sizeBytes = Number(headerOf(headers, 'content-length') ?? 0)
  return sizeBytes > maxHeldRequestBytes ? tooLarge : undefined
}

const tooLarge = `The request is larger than the ${maxHeldRequestBytes / 1024 / 1024} MB that the tap holds to read it.`

interface Whole extends Sending {
  readonly body: Buffer
}

function replaced(deps: ProxyDeps, { request }: Incoming, proxyCall: ProxyCall, whole: Whole): Whole {
  const foundWebhook = findWebhook(deps.plan, proxyCall.request(), whole.body)
  if (!foundWebhook) return whole
  const { caller } = proxyCall.request()
  const { host } = request.headers
  const replaced = deps.webhooks.replace(foundWebhook, { caller, host, origin: proxyCall.target.origin })
  if ('reason' in replaced) {
    proxyCall.name({ webhookKept: replaced.reason })
    return whole
  }
  const { webhook, address, body } = replaced
  proxyCall.name({ webhook: { ...webhook, address } })
  return { ...whole, headers: measured(whole.headers, body.byteLength), body }
}

/** In order, with the new length and without digests. */
function measured(headers: RawHeaders, sizeBytes: number): RawHeaders {
  return headers
    .filter(([name]) => !/^(digest|content-digest)$/i.test(name))
    .map(([name, value]) => [name, /^content-length$/i.test(name) ? String(sizeBytes) : value])
}

// Holds the body of a request until it is complete or exceeds the limit.

interface Holding {
  readonly maxBytes: number
  onPiece(bytes: Buffer): void
  onWhole(body: Buffer): void
  /** The bytes so far; the request is paused. */
  onTooLarge(bytes: Buffer): void
  onBroken(error: unknown): void
}

function holdBody({ request, response, expects }: Incoming, holding: Holding): void {
  const { maxBytes, onPiece, onWhole, onTooLarge, onBroken } = holding
  const parts: Buffer[] = []
  let heldBytes = 0
  const letGo = () => {
    request.off('data', piece)
    request.off('end', end)
  }
  const add = (bytes: Buffer) => {
    onPiece(bytes)
    parts.push(bytes)
    heldBytes += bytes.byteLength
    if (heldBytes <= maxBytes) return
    request.pause()
    letGo()
    onTooLarge(Buffer.concat(parts))
  }
  const whole = () => {
    letGo()
    onWhole(Buffer.concat(parts))
  }
  const piece = guarded('tap held body', add, onBroken)
  const end = guarded('tap held body end', whole, onBroken)
  request.on('data', piece)
  request.on('end', end)
  // The caller waits for 100 Continue, which the agent can’t send: it gets the request later.
  if (expects) response.writeContinue()
}
