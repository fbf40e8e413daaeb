// A request in which a caller may name a webhook: held until it is whole, and sent on with an address of the tap in place of the caller's.
// What can't be read goes on as it came, and the record says so.

import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { isPacked } from '../../readable-body.ts'
import type { Pass, PassDeps, Visit } from '../pass.ts'
import { findWebhook } from './find-webhook.ts'
import { holdBody } from './hold-body.ts'

/** Of the body of a request that is held to replace the address of a webhook; in a larger one it stays the caller's. */
const maxHeldRequestBytes = 4 * 1024 * 1024

/** What goes on to the agent; the rest of the body comes yet, unless it is whole. */
export interface Sending {
  readonly headers: RawHeaders
  /** Of the body, what has come. */
  readonly held?: Buffer
  readonly isWhole?: boolean
}

export function mayNameWebhook({ settings }: PassDeps, { request }: Visit, { called }: Pass): boolean {
  return !called && settings().replacesWebhooks && request.method === 'POST'
}

export function replaceWebhook(
  deps: PassDeps,
  visit: Visit,
  pass: Pass,
  headers: RawHeaders,
  send: (sending: Sending) => void,
): void {
  const keep = (webhookKept: string, sending: Sending) => {
    pass.name({ webhookKept })
    send(sending)
  }
  const why = whyUnread(headers)
  if (why !== undefined) keep(why, { headers })
  else {
    holdBody(visit, {
      maxBytes: maxHeldRequestBytes,
      onPiece: pass.body.add,
      onTooLarge: (held) => keep(tooLarge, { headers, held }),
      onWhole(held) {
        if (!pass.ending.isOver()) send(replaced(deps, visit, pass, { headers, held, isWhole: true }))
      },
      onBroken: pass.ending.breakOff,
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
  readonly held: Buffer
}

function replaced(deps: PassDeps, { request }: Visit, pass: Pass, whole: Whole): Whole {
  const found = findWebhook(deps.plan, pass.asked(), whole.held)
  if (!found) return whole
  const { caller } = pass.asked()
  const { host } = request.headers
  const replaced = deps.webhooks.replace(found, { caller, host, origin: pass.target.origin })
  if ('kept' in replaced) {
    pass.name({ webhookKept: replaced.kept })
    return whole
  }
  const { webhook, address, body } = replaced
  pass.name({ webhook: { ...webhook, address } })
  return { ...whole, headers: measured(whole.headers, body.byteLength), held: body }
}

/** In their order; what was computed of the body as it came no longer holds. */
function measured(headers: RawHeaders, sizeBytes: number): RawHeaders {
  return headers
    .filter(([name]) => !/^(digest|content-digest)$/i.test(name))
    .map(([name, value]) => [name, /^content-length$/i.test(name) ? String(sizeBytes) : value])
}
