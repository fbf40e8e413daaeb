// Where an agent's card may be, given what the user typed, in the order to ask (PROTOCOL: A2A 1.0 §8.2, 0.3 and 0.2 §5.3;
// 0.2 named the file agent.json).

import { percentDecoded } from '#shared/percent-decoded.ts'
import { readTypedAddress } from './typed-address.ts'

export const wellKnownCard = '/.well-known/agent-card.json'
const wellKnown = [wellKnownCard, '/.well-known/agent.json'] as const

/** Where a card was seen though no version puts it there (PROTOCOL §1.2). */
const odd = ['/.well-known/agent-card', '/agent-card.json', '/agent.json', '/v1/card', '/card'] as const

/** Undefined when the address cannot be made a URL. */
export function cardCandidates(address: string): readonly string[] | undefined {
  const typed = toUrl(address)
  if (!typed) return undefined
  if (typed.pathname.endsWith('.json')) return [typed.href]
  const base = typed.pathname.replace(/\/+$/, '')
  const below = wellKnown.map((path) => withPath(typed, `${base}${path}`))
  if (base === '') return below
  // A path may be the agent's own prefix, just where its endpoint is, or the card itself under a name of its own; the
  // origin is the spec's own place.
  return [...below, ...wellKnown.map((path) => withPath(typed, path)), withPath(typed, typed.pathname)]
}

/** Worth a try only where a server answers that it has nothing at the places above. */
export function oddCandidates(address: string): readonly string[] {
  const typed = toUrl(address)
  if (!typed || typed.pathname.endsWith('.json')) return []
  const base = typed.pathname.replace(/\/+$/, '')
  // Where frameworks put the agent of a host that has other pages too.
  const belowA2a = base === '' ? [withPath(typed, `/a2a${wellKnownCard}`)] : []
  return [...belowA2a, ...odd.map((path) => withPath(typed, `${base}${path}`))]
}

/**
 * Servers of several agents keep an agent's endpoint and its card apart: `…/a2a/ID` and `…/.well-known/ID/agent-card.json`, or the
 * origin's card requested with `assistant_id=ID`; all of it below a prefix where there is one.
 */
export function counterparts(address: string): readonly string[] {
  const typed = toUrl(address)
  if (!typed) return []
  const endpoint = /^(.*)\/a2a\/([^/]+)\/?$/.exec(typed.pathname)
  if (endpoint) {
    const [, prefix = '', id = ''] = endpoint
    const byQuery = new URL(withPath(typed, `${prefix}${wellKnown[0]}`))
    byQuery.searchParams.set('assistant_id', percentDecoded(id))
    return [withPath(typed, `${prefix}/.well-known/${id}/agent-card.json`), byQuery.href]
  }
  const card = /^(.*)\/\.well-known\/([^/]+)\/agent(?:-card)?\.json$/.exec(typed.pathname)
  if (!card) return []
  const [, prefix = '', id = ''] = card
  return wellKnown.map((path) => withPath(typed, `${prefix}/a2a/${id}${path}`))
}

/** Other things that a server may have at a path below what was typed, or else at its origin. */
export function placesFor(address: string, path: string): readonly string[] {
  const typed = toUrl(address)
  if (!typed) return []
  const base = typed.pathname.endsWith('.json') ? '' : typed.pathname.replace(/\/+$/, '')
  const plain = new URL(typed.origin)
  return [...new Set([withPath(plain, `${base}${path}`), withPath(plain, path)])]
}

function toUrl(address: string): URL | undefined {
  const read = readTypedAddress(address)
  return read.kind === 'address' ? (URL.parse(read.url) ?? undefined) : undefined
}

/** The query is kept: some hosts name the agent in it. */
function withPath(url: URL, path: string): string {
  const moved = new URL(url.href)
  moved.pathname = path
  moved.hash = ''
  return moved.href
}
