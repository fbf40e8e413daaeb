// Recognizes A2A requests in a HAR, and their version: by the called method or path, and by the version header.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import { dialects } from '#shared/a2a/dialects.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import type { CallFacts } from '#shared/record/entry.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import { urlParts } from '#shared/url.ts'

export interface FoundCall {
  readonly facts: CallFacts
  readonly operation?: Operation
}

interface HttpRequestFacts {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly version: string | undefined
  /** The dialects of the address in the card, which decide between several. */
  readonly spoken?: readonly DialectId[]
}

/** Undefined for other requests. */
export function a2aCallOf({
  method,
  url,
  body,
  version,
  spoken = [],
}: HttpRequestFacts): FoundCall | undefined {
  const { path } = urlParts(url)
  if (
    method === 'GET' &&
    /\/(\.well-known\/agent(-card)?\.json|agent\/authenticatedExtendedCard)$/.test(path)
  ) {
    return { facts: { purpose: 'card', label: `GET ${path}` } }
  }
  const rank = (id: DialectId) => 2 * near(id, version) + (spoken.includes(id) ? 1 : 0)
  const likely = dialects.toSorted((a, b) => rank(b.id) - rank(a.id))
  for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
    const call = wireCallOf({ call: { purpose: 'operation', binding, label: '' }, method, url }, body)
    if (call === undefined || (binding === 'HTTP+JSON' && !isRestPath(path))) continue
    for (const { id, bindings } of likely) {
      const operation = bindings.includes(binding) ? agentSideOf(id).decodeOperation(call) : undefined
      if (operation === undefined) continue
      const label = call.binding === 'JSONRPC' ? call.method : `${method} ${path}`
      return {
        facts: { purpose: 'operation', operation: operation.kind, dialect: id, binding, label },
        operation,
      }
    }
  }
  return undefined
}

function isRestPath(path: string): boolean {
  return /\/(message:(send|stream)|tasks(\/.*)?|extendedAgentCard|v1\/card)$/.test(path)
}

function near(dialect: DialectId, version: string | undefined): number {
  if (version === undefined) return 0
  return dialect === version ? 2 : dialect.startsWith(version) ? 1 : 0
}
