import { expect, test } from 'vitest'
import { allEntries } from './all-entries.ts'
import type { Entry } from './entry.ts'

const entry = (seq: number): Entry => ({
  kind: 'note',
  seq,
  sessionId: 's1',
  exchangeId: 'x1',
  at: 0,
  monoMs: 0,
  text: '',
})

/** A record of so many entries, which notes what is read of it. */
function recordOf(count: number) {
  const reads: { after: number; limit: number }[] = []
  const read = async (page: { readonly after: number; readonly limit: number }) => {
    reads.push(page)
    const length = Math.min(page.limit, count - page.after)
    const entries = Array.from({ length }, (_, index) => entry(page.after + index + 1))
    return { entries, next: page.after + length }
  }
  return { reads, read }
}

const seqsOf = async (entries: AsyncIterable<Entry>) => (await Array.fromAsync(entries)).map(({ seq }) => seq)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test.each([0, 1, 999, 1_000, 1_001, 2_500])('%i entries are read in order, each once', async (count) => {
  expect(await seqsOf(allEntries(recordOf(count).read))).toEqual(upTo(count))
})

test.each([
  [2_500, 1_200, 1_200],
  [1_200, 1_200, 1_200],
  [5, 1_200, 5],
  [5, 0, 0],
])('of %i entries at most %i are read', async (count, most, expected) => {
  const { read, reads } = recordOf(count)
  expect(await seqsOf(allEntries(read, most))).toEqual(upTo(expected))
  expect(reads.reduce((sum, { limit }) => Math.max(sum, limit), 0)).toBeLessThanOrEqual(1_000)
})

test('a reader that stops asks for no further page', async () => {
  const { read, reads } = recordOf(5_000)
  for await (const { seq } of allEntries(read)) if (seq === 1_500) break
  expect(reads).toHaveLength(2)
})
