import { expect, test } from 'vitest'
import { defined } from '../defined.ts'
import { foldRows, type SpanNode, spanTree } from './span-tree.ts'

const span = (
  key: string,
  parentKey: string | undefined,
  start: number,
  more: Partial<SpanNode> = {},
): SpanNode => ({
  ...{ key, traceId: 't', spanId: key, name: key, service: 'agent', kind: 'internal' },
  ...{ status: 'unset', category: 'other', start, end: start + 1 },
  ...defined({ parentKey }),
  ...more,
})
const call = (key: string, parentKey?: string) => span(key, parentKey, 0, { exchangeId: `of ${key}` })
const drawn = (nodes: readonly SpanNode[], roots: readonly string[] | undefined = ['call']) =>
  spanTree(nodes, roots).map(({ key, depth, within, astray }) =>
    [key, depth, within, astray ?? ''].join(' ').trim(),
  )

test('parents stand before children, each in the order in which it began, and know how much is in them', () => {
  const spans = [
    span('late', 'server', 5),
    span('deep', 'early', 3),
    span('early', 'server', 2),
    span('server', 'call', 1),
  ]
  expect(drawn([...spans, call('call')])).toEqual([
    'call 0 4',
    'server 1 3',
    'early 2 1',
    'deep 3 0',
    'late 2 0',
  ])
})

test('what hangs nowhere comes last and says so; what is around the call and other calls are left out', () => {
  const nodes = [
    span('outer', undefined, 0),
    call('call', 'outer'),
    call('other', 'outer'),
    span('theirs', 'other', 1),
    span('orphan', 'never came', 2),
    span('top', undefined, 3),
  ]
  expect(drawn(nodes)).toEqual(['call 0 0', 'orphan 0 0 no-parent', 'top 0 0'])
  expect(spanTree(nodes).map(({ key, depth }) => `${key} ${depth}`)).toEqual([
    'outer 0',
    'call 1',
    'other 1',
    'theirs 2',
    'orphan 0',
    'top 0',
  ])
})

test('a call within a span is one of its rows, and several calls follow one another', () => {
  const nodes = [
    call('first'),
    span('server', 'first', 1),
    call('nested', 'server'),
    span('inner', 'nested', 2),
    call('second'),
  ]
  expect(drawn(nodes, ['nested', 'first', 'second'])).toEqual([
    'first 0 3',
    'server 1 2',
    'nested 2 1',
    'inner 3 0',
    'second 0 0',
  ])
})

test('spans that are in each other are shown once', () => {
  const nodes = [call('call'), span('a', 'b', 1), span('b', 'a', 2), span('self', 'self', 3)]
  expect(drawn(nodes)).toEqual(['call 0 0', 'a 0 1 circle', 'b 1 0', 'self 0 0 circle'])
})

test('what failed is counted above it, and what is folded away is left out', () => {
  const nodes = [call('call'), span('server', 'call', 1), span('bad', 'server', 2, { status: 'error' })]
  const rows = spanTree([...nodes, span('after', 'call', 4)], ['call'])
  expect(rows.map(({ failedWithin }) => failedWithin)).toEqual([1, 1, 0, 0])
  const folded = foldRows(rows, new Set(['server', 'after']))
  expect(folded.map(({ key, folded }) => [key, folded === true])).toEqual([
    ['call', false],
    ['server', true],
    ['after', false],
  ])
})

test('ten thousand in a chain are rows, no further to the right than there is room', () => {
  const chain = Array.from({ length: 10_000 }, (_, index) =>
    span(`s${index}`, index === 0 ? 'call' : `s${index - 1}`, index),
  )
  const rows = spanTree([call('call'), ...chain], ['call'])
  expect([rows.length, rows[0]?.within, rows.at(-1)?.depth]).toEqual([10_001, 10_000, 64])
})
