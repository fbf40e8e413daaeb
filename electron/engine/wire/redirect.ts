// Decides about redirects. Every hop is recorded, and credentials stay with their origin. A request with a body follows
// only a status that retains its method (RFC 9110 §15.4), and another origin only with the user's consent: otherwise an
// agent could direct requests to a service of this machine.

import { headerOf } from '#shared/a2a/header-of.ts'
import { isNear, leadsNear } from '#shared/a2a/rules/card/hosts.ts'
import type { RedirectQuestion } from '#shared/contract/redirects.ts'
import { defined } from '#shared/defined.ts'
import type { CallFacts, RawHeaders } from '#shared/record/entry.ts'
import { withoutQuery } from '#shared/url.ts'
import type { WireFailure } from './failure.ts'
import type { HttpRequest, ResponseHead } from './http.ts'

export type RedirectStep =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'follow'
      readonly request: HttpRequest
      readonly credentialsDropped: boolean
      /** Needs the user's consent. */
      readonly needsAnswer: boolean
    }
  | { readonly kind: 'refuse'; readonly failure: WireFailure }

export interface RedirectRules {
  readonly credentialNames: ReadonlySet<string>
  readonly hops: number
  readonly maxRedirects: number
  /** The body has a secret that must not reach another origin. */
  readonly secretBody: boolean
  readonly purpose: CallFacts['purpose']
}

/** A request that is redirected to another origin. */
export type Crossing = Omit<RedirectQuestion, 'id'>

/** `unasked`: no window was open. `too-many`: others already wait for an answer. */
export type CrossingDecision = 'follow' | 'refused' | 'unasked' | 'too-many'

const notFollowedBecause: Readonly<Record<Exclude<CrossingDecision, 'follow'>, string>> = {
  refused: 'You chose not to send it there.',
  unasked: 'Parley asks before it sends a request there, and no window was open to ask.',
  'too-many': 'Parley asks before it sends a request there, and too many such questions were open.',
}

export function notFollowed(
  { method, to }: Crossing,
  decision: Exclude<CrossingDecision, 'follow'>,
): WireFailure {
  const why = notFollowedBecause[decision]
  return {
    failure: 'redirect',
    message: `The agent redirects this ${method} to another origin, ${to}. ${why} Nothing was sent to it.`,
  }
}

export function crossingOf(exchangeId: string, call: CallFacts, from: HttpRequest, to: string): Crossing {
  const { agentId, label, purpose } = call
  const target = new URL(to)
  return {
    exchangeId,
    ...defined({ agentId }),
    label,
    method: from.method,
    bodyBytes: from.body?.byteLength ?? 0,
    from: new URL(from.url).origin,
    to: target.origin,
    address: to,
    place: isNear(target.hostname) ? 'near' : 'elsewhere',
    isDownload: purpose === 'file',
  }
}

export function redirectStep(request: HttpRequest, head: ResponseHead, rules: RedirectRules): RedirectStep {
  if (![301, 302, 303, 307, 308].includes(head.status)) return { kind: 'none' }
  const location = headerOf(head.headers, 'location')
  if (location === undefined) return { kind: 'none' }
  if (!URL.canParse(location, request.url)) {
    return refuse(`The agent redirects to ${JSON.stringify(withoutQuery(location))}, which is not a URL.`)
  }
  const to = new URL(location, request.url)
  if (to.protocol !== 'http:' && to.protocol !== 'https:') {
    return refuse(
      `The agent redirects to ${to.protocol}// , which Parley does not open: only http and https are followed.`,
    )
  }
  if (rules.maxRedirects === 0) {
    return refuse(`It redirects to ${placeOf(to)}, and Parley was to ask at this one address alone.`)
  }
  if (rules.hops >= rules.maxRedirects) {
    return refuse(
      `The agent redirected ${rules.hops} times and points to ${placeOf(to)}. That looks like a loop; use the address it should end at.`,
    )
  }
  const keepsMethod = head.status === 307 || head.status === 308 || isRead(request)
  if (!keepsMethod) {
    return refuse(
      `The agent answered ${request.method} with ${head.status} to ${placeOf(to)}, which would turn it into a GET. Use that address directly.`,
    )
  }
  const crossesOrigin = to.origin !== new URL(request.url).origin
  if (crossesOrigin && rules.secretBody) {
    return refuse(
      `The agent redirects to another origin (${to.origin}), and the request carries a secret in its body. It was not sent there; use that address directly if you trust it.`,
    )
  }
  const headers = crossesOrigin ? withoutCredentials(request.headers, rules.credentialNames) : request.headers
  return {
    kind: 'follow',
    request: { ...request, url: to.href, headers },
    credentialsDropped: headers.length !== request.headers.length,
    needsAnswer: crossesOrigin && isQuestion(request, to, rules.purpose),
  }
}

/** Reads may be redirected, unless a remote agent redirects them to an address near us. */
function isQuestion(request: HttpRequest, to: URL, purpose: CallFacts['purpose']): boolean {
  if (purpose === 'file' || request.body !== undefined || !isRead(request)) return true
  return leadsNear(to.hostname, new URL(request.url).hostname)
}

/** Without query and user, which may be secrets; the head has them masked. */
function placeOf({ origin, pathname }: URL): string {
  return origin + pathname
}

function isRead({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

const always = new Set(['authorization', 'cookie', 'proxy-authorization', 'host'])

function withoutCredentials(headers: RawHeaders, names: ReadonlySet<string>): RawHeaders {
  return headers.filter(([name]) => !always.has(name.toLowerCase()) && !names.has(name.toLowerCase()))
}

function refuse(message: string): RedirectStep {
  return { kind: 'refuse', failure: { failure: 'redirect', message } }
}
