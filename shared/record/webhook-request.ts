import { headerOf } from '../a2a/header-of.ts'
import type { RequestEntry, WebhookEntry } from './entry.ts'

/** A call of an agent as the request that it was, at the address it was sent to. */
export function webhookRequest(webhook: WebhookEntry): RequestEntry {
  const { seq, sessionId, exchangeId, at, monoMs, method, path, headers, body } = webhook
  return {
    ...{ seq, sessionId, exchangeId, at, monoMs },
    kind: 'request',
    call: { purpose: 'raw', label: `${method} ${path}` },
    method,
    url: `http://${headerOf(headers, 'host') ?? '127.0.0.1'}${path}`,
    headers,
    ...(body && { body }),
  }
}
