// Candidate addresses of an agent's card, in order (PROTOCOL: A2A 1.0 §8.2, 0.3 and 0.2 §5.3; 0.2 had agent.json).

import { percentDecoded } from '#shared/percent-decoded.ts'
import { readTypedAddress } from './typed-address.ts'

export const wellKnownCard = '/.well-known/agent-card.json'
const wellKnown = [wellKnownCard, '/.well-known/agent.json'] as const

/** Places where cards have been found though no version defines them (PROTOCOL §1.2). */
const odd = ['/.well-known/agent-card', '/agent-card.json', '/agent.json', '/v1/card', '/card'] as const

/** Undefined for an invalid address. */
export function cardCandidates(address: string): readonly string[] | undefined {
  const typed = toUrl(address)
  if (!typed) return undefined
  if (typed.pathname.endsWith('.json')) return [typed.href]
  const base = typed.pathname.replace(/\/+$/, '')
  const below = wellKnown.map((path) => withPath(typed, `${base}${path}`))
  if (base === '') return below
  // A path may be the agent's prefix, its endpoint, or the card itself; the origin is the place of the specification.
  return [...below, ...wellKnown.map((path) => withPath(typed, path)), withPath(typed, typed.pathname)]
}

/** Only tried where a server has nothing at the places above. */
export function oddCandidates(address: string): readonly string[] {
  const typed = toUrl(address)
  if (!typed || typed.pathname.endsWith('.json')) return []
  const base = typed.pathname.replace(/\/+$/, '')
  // Where frameworks put an agent on a host with other pages.
  const belowA2a = base === '' ? [withPath(typed, `/a2a${wellKnownCard}`)] : []
  return [...belowA2a, ...odd.map((path) => withPath(typed, `${base}${path}`))]
}

/**
 * Servers of several agents have different paths for endpoint and card: `…/a2a/ID` and
 * `…/.well-known/ID/agent-card.json`, or the origin's card with `assistant_id=ID`; all of it possibly below a prefix.
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

/** Places of another document: the path below what was typed, or else at the origin. */
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

/** With the query, as some hosts identify the agent by it. */
function withPath(url: URL, path: string): string {
  const moved = new URL(url.href)
  moved.pathname = path
  moved.hash = ''
  return moved.href
}
