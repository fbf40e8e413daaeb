// Where an agent's card may be, given what the user typed, in the order to ask (PROTOCOL: A2A 1.0 §8.2, 0.3 and 0.2 §5.3;
// 0.2 named the file agent.json).

const wellKnown = ['/.well-known/agent-card.json', '/.well-known/agent.json'] as const

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
  return odd.map((path) => withPath(typed, `${base}${path}`))
}

function toUrl(address: string): URL | undefined {
  const trimmed = address.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `${guessScheme(trimmed)}://${trimmed}`
  const url = URL.parse(withScheme)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined
}

/** Without a scheme, what is on this machine or in its network is rarely TLS, and everything else should be. */
function guessScheme(address: string): 'http' | 'https' {
  const host = address
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
  const isNear = host === 'localhost' || host.includes(':') || /^[\d.]+$/.test(host) || !host.includes('.')
  return isNear ? 'http' : 'https'
}

/** The query is kept: some hosts name the agent in it. */
function withPath(url: URL, path: string): string {
  const moved = new URL(url.href)
  moved.pathname = path
  moved.hash = ''
  return moved.href
}
