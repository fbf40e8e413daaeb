// Hosts that a client can reach, and hosts that it cannot, by their text alone: nothing is resolved.

export type HostKind = 'public' | 'local' | 'listening' | 'inner'

const localV4 = /^(?:127|10)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\./
const localV6 = /^\[(?:::1|::ffff:.*|fe[89ab][0-9a-f]:.*|f[cd][0-9a-f]{2}:.*)\]$/
const innerName = /(?:\.internal|\.local|\.svc|\.cluster\.local|\.docker|\.lan)$/

/** On this machine or in its network, judging by the name. */
export function isNear(name: string): boolean {
  return hostKind(name) !== 'public'
}

/** A public or unknown source must not make Parley call a nearby host. */
export function leadsNear(name: string, from: string | undefined): boolean {
  return isNear(name) && (from === undefined || !isNear(from))
}

/** `listening`: an address to bind to; `inner`: a name that is valid inside one network only. */
export function hostKind(name: string): HostKind {
  const host = name.replace(/\.$/, '')
  if (host === '0.0.0.0' || /^\[[0:]+\]$/.test(host)) return 'listening'
  if (host === 'localhost' || host.endsWith('.localhost')) return 'local'
  if (localV4.test(host) || localV6.test(host)) return 'local'
  if (host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host)) return 'public'
  return !host.includes('.') || innerName.test(host) ? 'inner' : 'public'
}
