// Spans as rows of a waterfall: parents before children, siblings by their start. A span may lack its parent, be its own
// ancestor, or end before it began: it is shown anyway, and marked.

import type { SpanCategory, SpanKind, SpanStatus } from './received-span.ts'

/** A received span, or an exchange at its place among them. */
export interface SpanFacts {
  readonly traceId: string
  /** For an exchange, the one that its request names. */
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** `service.name`; empty for an exchange, and where the agent sends none. */
  readonly service: string
  readonly kind: SpanKind
  readonly status: SpanStatus
  readonly category: SpanCategory
  /** Milliseconds since 1970, with fractions: an exchange's by Parley's clock, a span's by its agent's. */
  readonly start: number
  /** For an open exchange, its start. */
  readonly end: number
  readonly exchangeId?: string
  readonly agentId?: string
}

export interface SpanNode extends SpanFacts {
  /** Stable and unique in all answers. */
  readonly key: string
  readonly parentKey?: string
}

export interface SpanRow extends Omit<SpanNode, 'parentKey'> {
  readonly depth: number
  readonly within: number
  readonly failedWithin: number
  /** Its descendants are left out, as requested. */
  readonly folded?: true
  /** Its parent never arrived, or is one of its descendants. */
  readonly astray?: 'no-parent' | 'circle'
}

/** Rows are indented no further than this. */
const maxSpanDepthShown = 64

/**
 * The descendants of each of `roots` first, then spans without a parent here; trees with another exchange are left out, as are
 * those above a root. By default all.
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

/** The rows of a tree without the descendants of collapsed ones. */
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

/** All with an exchange below them. */
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
  /** Rows below, by depth, without a parent so far. */
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
