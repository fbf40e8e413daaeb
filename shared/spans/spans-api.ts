// Answers the contract's calls about spans, wherever they and their exchanges are stored.

import { createLruCache } from '../collections/lru-cache.ts'
import type { EngineClient, Inputs } from '../contract/contract.ts'
import type { SpanInFull, SpanList, SpanPage, UnknownTraces } from '../contract/spans.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { spanClock } from './span-clock.ts'
import { spanLanes } from './span-lanes.ts'
import { exchangeKey, spanNodes } from './span-nodes.ts'
import { foldRows, type SpanFacts, type SpanRow, spanTree } from './span-tree.ts'

export interface KeptTrace {
  readonly spans: readonly SpanFacts[]
  /** Number of spans that arrived and are not stored. */
  readonly dropped: number
}

export interface SpanSource {
  exchange(exchangeId: string): ExchangeRow | undefined
  /** In the order of their start. */
  exchangesOfTask(taskId: string, agentId: string | undefined): readonly ExchangeRow[]
  exchangesOfTrace(traceId: string): readonly ExchangeRow[]
  trace(traceId: string): KeptTrace
  /** Changes whenever one of these answers would change. */
  stamp(traceIds: readonly string[], exchanges: readonly ExchangeRow[]): number
  unknown(offset: number, limit: number): UnknownTraces
  unknownStamp(): number
  span(traceId: string, spanId: string): SpanInFull | undefined
  followed<T extends { readonly version: number }>(
    request: { readonly seen?: number | undefined; readonly waitMs?: number | undefined },
    options: Options,
    look: () => T,
  ): Promise<T & { readonly waitedMs: number }>
}

/** The traces with their exchanges, and which of them to show. */
interface Looked {
  readonly traceIds: readonly string[]
  readonly exchanges: readonly ExchangeRow[]
  /** By default all. */
  readonly roots?: readonly string[]
}

type Range = Pick<Inputs['spans']['ofTrace'], 'folded' | 'offset' | 'limit' | 'seen' | 'waitMs'>
type Options = Parameters<EngineClient['spans']['ofTrace']>[1]

export function createSpansApi(source: SpanSource): EngineClient['spans'] {
  const trees = createLruCache<string, Tree>(maxKeptTrees)
  const treeOf = (looked: Looked, version: number) =>
    trees.getOrMake(JSON.stringify([looked.traceIds, looked.roots, version]), () => buildTree(source, looked))

  const around = (roots: readonly ExchangeRow[]): Looked => {
    const traceIds = [...new Set(roots.flatMap(({ traceId }) => traceId ?? []))]
    const all = new Map(roots.map((row) => [row.id, row]))
    for (const row of traceIds.flatMap(source.exchangesOfTrace)) all.set(row.id, row)
    return { traceIds, exchanges: [...all.values()], roots: roots.map(({ id }) => exchangeKey(id)) }
  }
  const look = (wait: Pick<Range, 'seen' | 'waitMs'>, options: Options, find: () => Looked) =>
    source.followed(wait, options, () => {
      const looked = find()
      return { looked, version: source.stamp(looked.traceIds, looked.exchanges) }
    })
  const page = async (range: Range, options: Options, find: () => Looked): Promise<SpanPage> => {
    const { looked, ...versioned } = await look(range, options, find)
    return { ...pageOf(treeOf(looked, versioned.version), range), ...versioned }
  }

  return {
    ofExchange: ({ exchangeId, ...range }, options) =>
      page(range, options, () => {
        const row = source.exchange(exchangeId)
        return around(row ? [row] : [])
      }),
    ofTask: ({ taskId, agentId, ...range }, options) =>
      page(range, options, () => around(source.exchangesOfTask(taskId, agentId))),
    async lanes({ taskId, agentId, ...wait }, options) {
      const { looked, ...versioned } = await look(wait, options, () =>
        around(source.exchangesOfTask(taskId, agentId)),
      )
      const { rows, clock } = treeOf(looked, versioned.version)
      return { lanes: spanLanes(rows, clock), ...versioned }
    },
    ofTrace: ({ traceId, ...range }, options) =>
      page(range, options, () => ({ traceIds: [traceId], exchanges: source.exchangesOfTrace(traceId) })),
    async unknown({ offset, limit, ...wait }, options) {
      const { version, waitedMs } = await source.followed(wait, options, () => ({
        version: source.unknownStamp(),
      }))
      return { ...source.unknown(offset, limit), version, waitedMs }
    },
    span: async ({ traceId, spanId }) => source.span(traceId, spanId) ?? null,
  }
}

interface Tree extends Omit<SpanList, 'rows' | 'total'> {
  readonly rows: readonly SpanRow[]
}

// Trees of spans kept for the next page, the latest; others are built again.
const maxKeptTrees = 4

function buildTree(source: SpanSource, { traceIds, exchanges, roots }: Looked): Tree {
  const traces = traceIds.map(source.trace)
  const rows = spanTree(
    spanNodes(
      traces.flatMap(({ spans }) => spans),
      exchanges,
    ),
    roots,
  )
  const services = new Map<string, { spans: number; failed: number }>()
  for (const row of rows) {
    if (row.exchangeId !== undefined) continue
    const service = services.get(row.service) ?? { spans: 0, failed: 0 }
    services.set(row.service, service)
    service.spans += 1
    if (row.status === 'error') service.failed += 1
  }
  const counts = [...services.values()]
  return {
    rows,
    spans: counts.reduce((sum, { spans }) => sum + spans, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    dropped: traces.reduce((sum, { dropped }) => sum + dropped, 0),
    clock: spanClock(rows),
    services: [...services].map(([name, count]) => ({ name, ...count })),
    traceIds,
  }
}

function pageOf({ rows, ...tree }: Tree, { folded, offset, limit }: Range): SpanList {
  const shown = foldRows(rows, new Set(folded))
  return { ...tree, rows: shown.slice(offset, offset + limit), total: shown.length }
}
