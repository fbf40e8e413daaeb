import { expect, test } from 'vitest'
import type { Edge } from '#shared/story/sequence/sequence.ts'
import { mapLayout } from './map-layout.ts'

const edge = (from: number, to: number, more: Partial<Edge> = {}): Edge => ({
  ...{ from, to, calls: 1, open: 0, failed: 0, aborted: 0, pushes: 0, cards: 0, reasons: {}, guessed: 0 },
  ...more,
})
const columnsOf = (count: number, edges: readonly Edge[]) =>
  mapLayout(count, edges).lanes.map(({ x }) => (x - 20) / 400)

test('agents stand behind those that call them', () => {
  expect(columnsOf(5, [edge(0, 1), edge(1, 2), edge(1, 3), edge(3, 4)])).toEqual([0, 1, 2, 2, 3])
})

test('a push is no call, and a circle has an end', () => {
  expect(columnsOf(2, [edge(0, 1), edge(1, 0, { calls: 0, pushes: 3 })])).toEqual([0, 1])
  expect(columnsOf(3, [edge(0, 1), edge(1, 2), edge(2, 0)])).toEqual([0, 1, 2])
  expect(columnsOf(1, [edge(0, 0)])).toEqual([0])
})

test('no guess closes a circle, though one that is sure may', () => {
  const drawn = (edges: readonly Edge[]) =>
    mapLayout(4, edges).edges.map(({ edge: { from, to } }) => [from, to])
  const guess = { guessed: 1 }
  expect(drawn([edge(0, 1), edge(1, 2, guess), edge(2, 3, guess), edge(3, 1)])).toEqual([
    [0, 1],
    [1, 2],
    [3, 1],
  ])
  expect(drawn([edge(0, 1), edge(1, 2, guess), edge(2, 1, { calls: 0, pushes: 1 })]).length).toBe(3)
  expect(drawn([edge(0, 1), edge(1, 2), edge(2, 1)]).length).toBe(3)
})

test('everything is within the drawing, and the same calls give the same map', () => {
  const edges = [edge(0, 1), edge(1, 2), edge(1, 3), edge(3, 1), edge(2, 3)]
  const { lanes, edges: drawn, widthPx, heightPx } = mapLayout(4, edges)
  for (const { x, y } of [...lanes, ...drawn]) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThan(widthPx)
    expect(y).toBeLessThan(heightPx)
  }
  expect(drawn.length).toBe(5)
  expect(mapLayout(4, edges)).toEqual({ lanes, edges: drawn, widthPx, heightPx })
})

test.each([
  ['two that call the same two', 4, [edge(0, 2), edge(0, 3), edge(1, 2), edge(1, 3)]],
  [
    'one that calls three, two of which push back',
    5,
    [edge(0, 2), edge(0, 3), edge(0, 4), edge(1, 2), edge(1, 4), edge(3, 0), edge(4, 0)],
  ],
  [
    'a circle beside those that call into it',
    5,
    [edge(0, 1), edge(0, 2), edge(1, 2), edge(2, 1), edge(3, 1), edge(3, 2), edge(4, 2)],
  ],
])('the words of no two edges touch: %s', (_, count, edges) => {
  const { edges: drawn } = mapLayout(count, edges)
  for (const [index, one] of drawn.entries()) {
    for (const other of drawn.slice(index + 1)) {
      const apart = Math.abs(one.x - other.x) >= 200 || Math.abs(one.y - other.y) >= 18
      expect(apart, JSON.stringify([one, other])).toBe(true)
    }
  }
})
