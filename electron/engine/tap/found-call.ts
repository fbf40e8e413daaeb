// What a call through a tap is: by the card, else by the name or path that it calls.

import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { a2aCallOf, type FoundCall } from '../sessions/har/a2a-call.ts'
import type { SpokenAt } from './forward/routes.ts'

interface Called {
  readonly method: string
  readonly url: string
  readonly headers: RawHeaders
  readonly body: string
}

export function foundCall(
  { cardUrl, spoken }: { readonly cardUrl: string; readonly spoken: readonly SpokenAt[] },
  { method, url, headers, body }: Called,
): FoundCall {
  const label = `${method} ${URL.parse(url)?.pathname ?? url}`
  if (method === 'GET' && url === cardUrl) return { facts: { purpose: 'card', label } }
  const found = a2aCallOf({
    ...{ method, url, body },
    version: headerOf(headers, 'a2a-version'),
    spoken: spoken.filter((one) => url.startsWith(one.url.replace(/\/$/, ''))).map(({ dialect }) => dialect),
  })
  return found ?? { facts: { purpose: 'raw', label } }
}
