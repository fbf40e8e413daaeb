import type { Attributes } from './span.ts'

const place = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:[^@/?#]*@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d+))?/i
const impliedPorts: Readonly<Record<string, number>> = { http: 80, https: 443, grpcs: 443 }

/** Where a request was sent, with the port that its scheme implies. */
export function serverOf(url: string): Attributes {
  const [, scheme = '', host = '', port] = place.exec(url) ?? []
  if (host === '') return {}
  return {
    'server.address': host.replace(/^\[|\]$/g, ''),
    'server.port': port === undefined ? impliedPorts[scheme.toLowerCase()] : Number(port),
  }
}
