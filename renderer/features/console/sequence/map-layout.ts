// Positions of callers and agents on the map: in columns, each to the right of its callers. Equal calls give an equal map.

import type { Edge } from '#shared/story/sequence/sequence.ts'
import { isGuessed } from './row-words.ts'

interface Point {
  readonly x: number
  readonly y: number
}

interface PlacedLane extends Point {
  readonly lane: number
}

/** Position of its text. */
interface PlacedEdge extends Point {
  readonly edge: Edge
  readonly path: string
}

type Four = readonly [number, number, number, number]

/** A cubic curve: its ends and its control points. */
interface Curve {
  readonly xs: Four
  readonly ys: Four
}

export interface MapLayout {
  readonly lanes: readonly PlacedLane[]
  readonly edges: readonly PlacedEdge[]
  readonly widthPx: number
  readonly heightPx: number
}

export const lanePx = { width: 148, height: 34 }
/** Size of an edge's text, which is seldom longer. */
const wordsPx = { width: 200, height: 18 }
/** Positions of text along an edge, from the middle outward. */
const shares = Array.from({ length: 13 }, (_, step) => 0.5 + (step % 2 ? -0.05 : 0.05) * Math.ceil(step / 2))
const columnPx = 400
const rowPx = 76
const marginPx = 20

export function mapLayout(count: number, all: readonly Edge[]): MapLayout {
  const edges = drawnEdges(all)
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
  const curves = edges.flatMap((edge) => {
    const [from, to] = [placeOf.get(edge.from), placeOf.get(edge.to)]
    return from && to ? [{ edge, curve: curveOf(from, to) }] : []
  })
  const points = placeWords(curves.map(({ curve }) => curve))
  return {
    lanes: lanes.toSorted((one, other) => one.lane - other.lane),
    edges: curves.map(({ edge, curve }, index) => ({
      ...{ edge, path: pathOf(curve) },
      ...(points[index] ?? pointAt(curve, 0.5)),
    })),
    widthPx: marginPx * 2 + (columns.length - 1) * columnPx + lanePx.width,
    heightPx: marginPx * 2 + (tallest - 1) * rowPx + lanePx.height + 20,
  }
}

/** Drops guesses that close a circle with certain edges, the newest first: the list has them all. */
export function drawnEdges(edges: readonly Edge[]): readonly Edge[] {
  return edges.reduceRight<readonly Edge[]>((drawn, edge) => {
    const others = drawn.filter((each) => each !== edge)
    return isGuessed(edge) && leads(others, edge.to, edge.from) ? others : drawn
  }, edges)
}

/** A push goes back to the caller. */
function leads(edges: readonly Edge[], from: number, to: number): boolean {
  const reached = new Set([from])
  for (const lane of reached)
    for (const edge of edges) if (edge.from === lane && edge.calls + edge.cards > 0) reached.add(edge.to)
  return reached.has(to)
}

/** By the shortest path from lanes without callers; lanes in a circle are first. */
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

/** Straight to the right; within a column, or back, in a curve below. */
function curveOf(from: PlacedLane, to: PlacedLane): Curve {
  const middle = lanePx.height / 2
  if (to.x > from.x) {
    const [x1, y1, x2, y2] = [from.x + lanePx.width, from.y + middle, to.x, to.y + middle]
    const bend = (x1 + x2) / 2
    return { xs: [x1, bend, bend, x2], ys: [y1, y1, y2, y2] }
  }
  const [x1, y1] = [from.x + lanePx.width / 2, from.y + lanePx.height]
  const [x2, y2] = [to.x + lanePx.width / 2, to.y + lanePx.height]
  const low = Math.max(y1, y2) + 26
  return { xs: [x1, x1, x2, x2], ys: [y1, low, low, y2] }
}

/** Near the middle, where edges from one lane have parted, as far as texts do not collide. */
function placeWords(curves: readonly Curve[]): readonly Point[] {
  const points = curves.map((curve) => pointAt(curve, 0.5))
  for (let round = 0; round < 3; round += 1) {
    for (const [index, curve] of curves.entries()) {
      const others = points.toSpliced(index, 1)
      const roomAt = (point: Point) => Math.min(1, ...others.map((other) => distance(point, other)))
      const places = shares.map((share) => pointAt(curve, share))
      points[index] =
        places.find((place) => roomAt(place) === 1) ??
        places.reduce((best, place) => (roomAt(place) > roomAt(best) ? place : best))
    }
  }
  return points
}

/** From 1 on they do not touch. */
function distance(one: Point, other: Point): number {
  return Math.max(Math.abs(one.x - other.x) / wordsPx.width, Math.abs(one.y - other.y) / wordsPx.height)
}

function pathOf({ xs: [x1, x2, x3, x4], ys: [y1, y2, y3, y4] }: Curve): string {
  return `M ${x1} ${y1} C ${x2} ${y2}, ${x3} ${y3}, ${x4} ${y4}`
}

function pointAt({ xs, ys }: Curve, share: number): Point {
  return { x: curveAt(xs, share), y: curveAt(ys, share) }
}

function curveAt([a, b, c, d]: Four, t: number): number {
  const u = 1 - t
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
}
