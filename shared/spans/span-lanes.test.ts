import { expect, test } from 'vitest'
import { spanClock } from './span-clock.ts'
import { spanLanes } from './span-lanes.ts'
import { type SpanNode, spanTree } from './span-tree.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const node = (
  key: string,
  parentKey: string,
  fromMs: number,
  toMs: number,
  more: Partial<SpanNode> = {},
): SpanNode => ({
  ...{ key, traceId: 'trace', spanId: key, name: key, service: 'agent', kind: 'internal', status: 'unset' },
  ...{ category: 'other', start: noon + fromMs, end: noon + toMs },
  ...(parentKey !== '' && { parentKey }),
  ...more,
})
const lanesOf = (nodes: readonly SpanNode[], roots = ['call']) => {
  const rows = spanTree(nodes, roots)
  return spanLanes(rows, spanClock(rows))
}
const call = node('call', '', 0, 1_000, { exchangeId: 'x-1' })

test('each kind has a lane; what only holds others together has none', () => {
  const lanes = lanesOf([
    call,
    node('server', 'call', 0, 1_000),
    node('plan', 'server', 0, 300, { category: 'model' }),
    node('search', 'server', 400, 700, { category: 'tool' }),
    node('get', 'search', 410, 600, { category: 'http' }),
    node('select', 'search', 610, 690, { category: 'database', status: 'error' }),
  ])
  expect(
    lanes.map(({ sort, bars }) => [
      sort,
      ...bars.map(({ key, exchangeId, failed }) => `${key} ${exchangeId} ${failed}`),
    ]),
  ).toEqual([
    ['model', 'plan x-1 0'],
    ['tool', 'search x-1 0'],
    ['database', 'select x-1 1'],
    ['other', 'get x-1 0'],
  ])
})

test('what stands close together is one bar, named by the longest of it', () => {
  const [lane] = lanesOf([
    call,
    node('a', 'call', 0, 100, { category: 'model' }),
    node('b', 'call', 101, 400, { category: 'model', status: 'error' }),
    node('c', 'call', 500, 520, { category: 'model' }),
  ])
  expect(lane?.bars).toEqual([
    { start: noon, end: noon + 400, spans: 2, failed: 1, key: 'b', name: 'b', exchangeId: 'x-1' },
    { start: noon + 500, end: noon + 520, spans: 1, failed: 0, key: 'c', name: 'c', exchangeId: 'x-1' },
  ])
})

test('a span belongs to the innermost call it is in, and without one to the call of its trace', () => {
  const lanes = lanesOf([
    call,
    node('server', 'call', 0, 900),
    node('inner', 'server', 100, 800, { exchangeId: 'x-2' }),
    node('theirs', 'inner', 200, 300, { category: 'model' }),
    node('after', 'server', 850, 880, { category: 'model' }),
    node('orphan', 'never came', 600, 700, { category: 'model' }),
  ])
  expect(lanes[0]?.bars.map(({ key, exchangeId }) => `${key} ${exchangeId}`)).toEqual([
    'theirs x-2',
    'orphan x-1',
    'after x-1',
  ])
})

test('ten thousand take no more bars than a lane has room for, and none is drawn that is days away', () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    node(`n${index}`, 'call', index / 10, index / 10 + 0.01, { category: 'tool' }),
  )
  const [lane] = lanesOf([call, ...many, node('far', 'call', 9e9, 9e9, { category: 'tool' })])
  expect(lane?.bars.length).toBeLessThanOrEqual(201)
  expect(lane?.bars.reduce((sum, { spans }) => sum + spans, 0)).toBe(10_000)
})
