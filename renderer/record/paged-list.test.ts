import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPagedList, type PagedList } from './paged-list.ts'

interface Answer {
  readonly version: number
  readonly waitedMs: number
  readonly total: number
  readonly rows?: readonly string[]
}

let total: number
let version: number
let change: () => void
let loaded: number[]
let list: PagedList<string, Answer>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  total = 250
  version = 1
  change = () => undefined
  loaded = []
})
afterEach(() => {
  list.close()
  vi.useRealTimers()
})

const rows = (offset: number, limit: number) =>
  Array.from(
    { length: Math.max(0, Math.min(limit, total - offset)) },
    (_, place) => `${offset + place} of ${total}`,
  )

function open(bringsRows: boolean, before?: Answer): void {
  list = createPagedList<string, Answer>({
    before,
    async follow({ offset, limit, version: last }) {
      if (last === version)
        await new Promise<void>((resolve) => {
          change = resolve
        })
      return { version, waitedMs: 0, total, ...(bringsRows && { rows: rows(offset, limit) }) }
    },
    async load(offset, limit) {
      loaded.push(offset)
      if (total < 0) throw new Error('the record is gone')
      return rows(offset, limit)
    },
  })
}

async function grow(by: number): Promise<void> {
  total += by
  version += 1
  change()
  await settle()
}

const settle = () => vi.advanceTimersByTimeAsync(1_000)
const shown = (...places: readonly number[]) => places.map(list.rowAt)

test.each([
  ['rows that come along are not fetched', true, [], []],
  ['rows that do not come along are', false, [0], [200]],
])('%s', async (_name, bringsRows, atFirst, atLast) => {
  open(bringsRows)
  await settle()
  expect([list.state().answer?.total, shown(0, 99, 200), loaded]).toEqual([
    250,
    ['0 of 250', '99 of 250', undefined],
    atFirst,
  ])
  list.request(240, 249)
  // The range of the pending request is not requested again.
  await grow(5)
  loaded = []
  await grow(5)
  expect([list.state().answer?.total, shown(240, 259), loaded]).toEqual([
    260,
    ['240 of 260', '259 of 260'],
    atLast,
  ])
})

test('what comes while it stands still is there when it goes on', async () => {
  open(true)
  await settle()
  list.setPaused(true)
  await grow(10)
  expect([list.state().answer?.total, shown(0)]).toEqual([250, ['0 of 250']])
  list.setPaused(false)
  await settle()
  expect([list.state().answer?.total, shown(0)]).toEqual([260, ['0 of 260']])
})

test('a list that stands still from the start has what there is then', async () => {
  open(true)
  list.setPaused(true)
  await settle()
  await grow(10)
  expect([list.state().answer?.total, shown(0)]).toEqual([250, ['0 of 250']])
})

test('its state is another one whenever rows have come or could not', async () => {
  open(true)
  await settle()
  const states: unknown[] = []
  list.subscribe(() => states.push(list.state()))
  list.request(200, 210)
  await settle()
  total = -1
  list.request(100, 110)
  await settle()
  expect(states).toEqual([
    { answer: expect.anything() },
    { answer: expect.anything(), problem: 'the record is gone' },
  ])
})

test('what was known of the list before is shown until its first answer, and said to be old', async () => {
  open(false, { version: 0, waitedMs: 0, total: 7 })
  expect(list.state()).toMatchObject({ answer: { total: 7 }, isOld: true })
  await settle()
  expect(list.state()).toEqual({ answer: { version: 1, waitedMs: 0, total: 250 } })
})

test('a list may begin at its end, and is followed from there', async () => {
  const requests: unknown[] = []
  list = createPagedList<string, Answer & { readonly offset: number }>({
    first: async () => ({ version, waitedMs: 0, total, offset: 200, rows: rows(200, 100) }),
    async follow({ offset, limit }) {
      requests.push([offset, limit])
      await new Promise<void>((resolve) => {
        change = resolve
      })
      return { version, waitedMs: 0, total, offset, rows: rows(offset, limit) }
    },
    async load(offset, limit) {
      loaded.push(offset)
      return rows(offset, limit)
    },
  })
  await settle()
  expect([shown(199, 200, 249), loaded]).toEqual([[undefined, '200 of 250', '249 of 250'], []])
  await grow(60)
  expect([shown(200, 300, 309), loaded]).toEqual([['200 of 310', '300 of 310', '309 of 310'], []])
  expect(requests[0]).toEqual([200, 200])
  list.request(0, 10)
  await settle()
  expect([shown(0), loaded]).toEqual([['0 of 310'], [0]])
})
