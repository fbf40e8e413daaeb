// Where and how an extended card may be asked for, the way that is taken for calls first.

import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import type { Connection, Discovery } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import { absoluteUrl } from './addresses.ts'

export type ExtendedWay =
  | {
      readonly kind: Binding
      readonly url: string
      readonly dialect: DialectId
      readonly tenant?: string
    }
  | { readonly kind: 'plain-get'; readonly url: string }

type Way = Pick<Connection, 'interface' | 'dialect' | 'binding'>

export function extendedWays(discovery: Extract<Discovery, { found: true }>): readonly ExtendedWay[] {
  const { connection, cardUrl } = discovery
  const declared = discovery.interfaces.flatMap(({ interface: entry, dialect, binding }): readonly Way[] =>
    dialect === undefined || binding === undefined
      ? []
      : [
          {
            interface: { ...entry, url: absoluteUrl(entry.url, binding, cardUrl || undefined) },
            dialect,
            binding,
          },
        ],
  )
  const ways = new Map<string, ExtendedWay>()
  const add = (way: ExtendedWay) => {
    const key = `${way.kind} ${way.url} ${way.kind === 'plain-get' ? '' : way.dialect}`
    if (!ways.has(key)) ways.set(key, way)
  }
  for (const way of connection ? [connection, ...firstOfEach(declared)] : firstOfEach(declared))
    add(asWay(way))
  // Before 1.0 the document was plain HTTP beside the agent's own url, whatever it spoke (0.2.1 §7.8), and 0.3 servers
  // have REST's /v1/card without declaring it.
  const older = [...(connection ? [connection] : []), ...declared].find(
    ({ dialect, binding }) => !dialect.startsWith('1') && binding !== 'GRPC',
  )
  if (older !== undefined) {
    const { url } = older.interface
    if (older.binding === 'JSONRPC') add({ kind: 'JSONRPC', url, dialect: '0.3' })
    add({ kind: 'HTTP+JSON', url, dialect: '0.3-proto' })
    add(plainGet(url))
  }
  return [...ways.values()]
}

/** One interface a binding and era: a card may list thousands. */
function firstOfEach(ways: readonly Way[]): readonly Way[] {
  const seen = new Set<string>()
  return ways.filter(({ binding, dialect }) => {
    const kind = `${binding} ${dialect}`
    if (seen.has(kind)) return false
    seen.add(kind)
    return true
  })
}

function asWay({ interface: { url, tenant }, dialect, binding }: Way): ExtendedWay {
  if (dialect === '0.2') return plainGet(url)
  return { kind: binding, url, dialect, ...defined({ tenant }) }
}

function plainGet(url: string): ExtendedWay {
  const beside = URL.parse(`${url.replace(/\/$/, '')}/../agent/authenticatedExtendedCard`)
  return { kind: 'plain-get', url: beside?.href ?? url }
}
