// Spans as rows of a waterfall: parents before children, each in the order in which it began. What agents send may have no parent here,
// may be its own ancestor, or may end before it began: it is shown all the same, and marked.

import type { SpanCategory, SpanKind, SpanStatus } from './received-span.ts'

/** A received span, or an exchange of the record in its place among them. */
export interface SpanFacts {
  readonly traceId: string
  /** Of an exchange, that which its request names. */
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** `service.name`; empty for an exchange, and where the agent gives none. */
  readonly service: string
  readonly kind: SpanKind
  readonly status: SpanStatus
  readonly category: SpanCategory
  /** Milliseconds since 1970, with fractions: an exchange's by Parley's clock, a span's by that of its agent. */
  readonly start: number
  /** Of an exchange that is still open, its start. */
  readonly end: number
  readonly exchangeId?: string
  readonly agentId?: string
}

export interface SpanNode extends SpanFacts {
  /** The same in every answer, and no other's. */
  readonly key: string
  readonly parentKey?: string
}

export interface SpanRow extends Omit<SpanNode, 'parentKey'> {
  readonly depth: number
  /** What is under it, at any depth. */
  readonly within: number
  /** Of that, what failed. */
  readonly failedWithin: number
  /** What is under it is left out, as was asked. */
  readonly folded?: true
  /** Its parent is not here: it never arrived, or it is further down itself. */
  readonly astray?: 'no-parent' | 'circle'
}

/** Rows are no further to the right than this; what lies deeper stands there. */
const maxSpanDepthShown = 64

/**
 * What is under each of `roots` arrives first, then what hangs nowhere; trees that have another exchange in them are left out, as are those
 * above a root. Without roots, all of it.
 */
export function spanTree(nodes: readonly SpanNode[], roots?: readonly string[]): readonly SpanRow[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const children = Map.groupBy(nodes, ({ parentKey = '' }) => parentKey)
  for (const each of children.values()) each.sort(byStart)
  const taken = new Set<SpanNode>()
  const rows: Bare[] = []

  function take(top: SpanNode, astray?: SpanRow['astray']): void {
    const waiting = [{ node: top, depth: 0 }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { node, depth } = next
      if (taken.has(node)) continue
      taken.add(node)
      const { parentKey: _, ...rest } = node
      const shown = Math.min(depth, maxSpanDepthShown)
      rows.push({ ...rest, depth: shown, ...(node === top && astray && { astray }) })
      for (const child of children.get(node.key)?.toReversed() ?? [])
        waiting.push({ node: child, depth: depth + 1 })
    }
  }
  const parentOf = ({ parentKey = '' }: SpanNode) => byKey.get(parentKey)

  const rootIds = new Set(roots)
  const above = ancestorsOf(nodes, parentOf)
  for (const root of roots ?? []) {
    const node = byKey.get(root)
    if (node && !isBelow(node, rootIds, parentOf)) take(node)
  }
  const others = nodes.filter((node) => !taken.has(node)).toSorted(byStart)
  const isElsewhere = (node: SpanNode) =>
    roots !== undefined && (above.has(node) || node.exchangeId !== undefined)
  for (const node of others) {
    if (parentOf(node) !== undefined || taken.has(node)) continue
    if (isElsewhere(node)) leaveOut(node, children, taken)
    else take(node, node.parentKey === undefined ? undefined : 'no-parent')
  }
  for (const node of others) if (!taken.has(node)) take(node, 'circle')
  return withCounts(rows)
}

/** The rows of a tree without what is folded away. */
export function foldRows(rows: readonly SpanRow[], folded: ReadonlySet<string>): readonly SpanRow[] {
  if (folded.size === 0) return rows
  const left: SpanRow[] = []
  for (let place = 0; place < rows.length; ) {
    const row = rows[place]
    if (row === undefined) break
    const isFolded = row.within > 0 && folded.has(row.key)
    left.push(isFolded ? { ...row, folded: true } : row)
    place += isFolded ? row.within + 1 : 1
  }
  return left
}

type Bare = Omit<SpanRow, 'within' | 'failedWithin'>
type ParentOf = (node: SpanNode) => SpanNode | undefined

function byStart(one: SpanNode, other: SpanNode): number {
  return one.start - other.start || (one.key < other.key ? -1 : 1)
}

/** All that have an exchange somewhere under them. */
function ancestorsOf(nodes: readonly SpanNode[], parentOf: ParentOf): ReadonlySet<SpanNode> {
  const above = new Set<SpanNode>()
  for (const node of nodes) {
    if (node.exchangeId === undefined) continue
    for (let next = parentOf(node); next && !above.has(next); next = parentOf(next)) above.add(next)
  }
  return above
}

function isBelow(node: SpanNode, roots: ReadonlySet<string>, parentOf: ParentOf): boolean {
  const spanNodes = new Set([node])
  for (let next = parentOf(node); next && !spanNodes.has(next); next = parentOf(next)) {
    if (roots.has(next.key)) return true
    spanNodes.add(next)
  }
  return false
}

function leaveOut(
  top: SpanNode,
  children: ReadonlyMap<string, readonly SpanNode[]>,
  taken: Set<SpanNode>,
): void {
  const waiting = [top]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (taken.has(next)) continue
    taken.add(next)
    waiting.push(...(children.get(next.key) ?? []))
  }
}

function withCounts(rows: readonly Bare[]): readonly SpanRow[] {
  const counted: SpanRow[] = []
  /** Rows below, by depth, that no row above has claimed yet. */
  const open: { readonly depth: number; readonly count: number; readonly failed: number }[] = []
  for (const row of rows.toReversed()) {
    let within = 0
    let failedWithin = 0
    for (let last = open.at(-1); last && last.depth > row.depth; last = open.at(-1)) {
      within += last.count
      failedWithin += last.failed
      open.pop()
    }
    const failed = failedWithin + (row.status === 'error' ? 1 : 0)
    open.push({ depth: row.depth, count: within + 1, failed })
    counted.push({ ...row, within, failedWithin })
  }
  return counted.toReversed()
}
