import { headerOf } from '../a2a/header-of.ts'
import { defined } from '../defined.ts'
import { urlParts } from '../url.ts'
import type { RequestEntry, WebhookEntry } from './entry.ts'

export function webhookRequest(webhook: WebhookEntry): RequestEntry {
  const { seq, sessionId, exchangeId, at, monoMs, method, path, headers, body, via } = webhook
  return {
    ...{ seq, sessionId, exchangeId, at, monoMs },
    kind: 'request',
    call: { purpose: 'raw', label: `${method} ${path}` },
    method,
    url: `${originOf(via?.to) ?? `http://${headerOf(headers, 'host') ?? '127.0.0.1'}`}${path}`,
    headers,
    ...defined({ body }),
  }
}

function originOf(url = ''): string | undefined {
  const { scheme, authority } = urlParts(url)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host === '' ? undefined : `${scheme}://${host}`
}
