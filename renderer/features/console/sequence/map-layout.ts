// Where callers and agents stand on the map: in columns, each behind those that call it. The same calls give the same map.

import type { Edge } from '#shared/story/together/sequence.ts'

interface PlacedLane {
  readonly lane: number
  readonly x: number
  readonly y: number
}

interface PlacedEdge {
  readonly edge: Edge
  readonly path: string
  /** Where its words stand. */
  readonly x: number
  readonly y: number
}

export interface MapLayout {
  readonly lanes: readonly PlacedLane[]
  readonly edges: readonly PlacedEdge[]
  readonly widthPx: number
  readonly heightPx: number
}

export const lanePx = { width: 148, height: 34 }
const columnPx = 400
const rowPx = 76
const marginPx = 20

export function mapLayout(count: number, edges: readonly Edge[]): MapLayout {
  const columns = columnsOf(count, edges)
  const tallest = Math.max(1, ...columns.map(({ length }) => length))
  const lanes = columns.flatMap((column, depth) =>
    column.map((lane, row) => ({
      lane,
      x: marginPx + depth * columnPx,
      y: marginPx + (row + (tallest - column.length) / 2) * rowPx,
    })),
  )
  const placeOf = new Map(lanes.map((one) => [one.lane, one]))
  return {
    lanes: lanes.toSorted((one, other) => one.lane - other.lane),
    edges: edges.flatMap((edge) => {
      const [from, to] = [placeOf.get(edge.from), placeOf.get(edge.to)]
      return from && to ? [placed(edge, from, to)] : []
    }),
    widthPx: marginPx * 2 + (columns.length - 1) * columnPx + lanePx.width,
    heightPx: marginPx * 2 + (tallest - 1) * rowPx + lanePx.height + 20,
  }
}

/** By the fewest calls from who is called by nobody; whom a circle leaves out stands first. */
function columnsOf(count: number, edges: readonly Edge[]): readonly (readonly number[])[] {
  const calls = edges.filter(({ calls, cards, from, to }) => calls + cards > 0 && from !== to)
  const depths = new Map<number, number>()
  const called = new Set(calls.map(({ to }) => to))
  let next = Array.from({ length: count }, (_, lane) => lane).filter((lane) => !called.has(lane))
  if (next.length === 0 && count > 0) next = [0]
  for (let depth = 0; next.length > 0; depth += 1) {
    for (const lane of next) depths.set(lane, depth)
    const reached = calls.filter(({ from, to }) => depths.get(from) === depth && !depths.has(to))
    next = [...new Set(reached.map(({ to }) => to))].toSorted((one, other) => one - other)
  }
  const columns: number[][] = []
  for (let lane = 0; lane < count; lane += 1) {
    const depth = depths.get(lane) ?? 0
    while (columns.length <= depth) columns.push([])
    columns[depth]?.push(lane)
  }
  return columns
}

/** To the right straight across; within a column, or back, around below. */
function placed(edge: Edge, from: PlacedLane, to: PlacedLane): PlacedEdge {
  const middle = lanePx.height / 2
  if (to.x > from.x) {
    const [x1, y1, x2, y2] = [from.x + lanePx.width, from.y + middle, to.x, to.y + middle]
    const bend = (x1 + x2) / 2
    // In the middle, where edges from one lane have parted.
    const share = 0.5
    const path = `M ${x1} ${y1} C ${bend} ${y1}, ${bend} ${y2}, ${x2} ${y2}`
    return { edge, path, x: x1 + (x2 - x1) * share, y: curveAt(y1, y1, y2, y2, share) }
  }
  const [x1, y1] = [from.x + lanePx.width / 2, from.y + lanePx.height]
  const [x2, y2] = [to.x + lanePx.width / 2, to.y + lanePx.height]
  const low = Math.max(y1, y2) + 26
  const path = `M ${x1} ${y1} C ${x1} ${low}, ${x2} ${low}, ${x2} ${y2}`
  return { edge, path, x: (x1 + x2) / 2, y: curveAt(y1, low, low, y2, 0.5) }
}

function curveAt(a: number, b: number, c: number, d: number, t: number): number {
  const u = 1 - t
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
}
