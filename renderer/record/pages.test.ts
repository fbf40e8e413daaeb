import { expect, test } from 'vitest'
import { createPages } from './pages.ts'

const rows = Array.from({ length: 250 }, (_, index) => `row ${index}`)

test.each([true, false])(
  'rows that came while their piece was on its way are fetched after it, final: %s',
  async (final) => {
    const answers: (() => void)[] = []
    let length = 50
    const pages = createPages<string>({
      load: (offset, limit) => {
        const existing = rows.slice(offset, Math.min(length, offset + limit))
        return new Promise((resolve) => answers.push(() => resolve(existing)))
      },
      onChange: () => undefined,
      onProblem: (error) => expect(error).toBeUndefined(),
      final,
    })
    const answer = async () => {
      for (const each of answers.splice(0)) each()
      await new Promise(setImmediate)
    }
    const shown = () => [49, 50, 99, 100].map(pages.at)

    pages.request(0, 120)
    pages.grow(length)
    length = 100
    pages.grow(length)
    await answer()
    expect(shown()).toEqual(['row 49', undefined, undefined, undefined])
    await answer()
    expect(shown()).toEqual(['row 49', 'row 50', 'row 99', undefined])
    expect(answers).toEqual([])
    pages.close()
  },
)

interface Keyed {
  readonly key: string
  readonly text: string
}

function openKeyed() {
  const requests: number[] = []
  const pages = createPages<Keyed>({
    load: (offset, limit) => {
      requests.push(offset)
      return Promise.resolve(keyed(offset, limit, 'loaded'))
    },
    onChange: () => undefined,
    onProblem: (error) => expect(error).toBeUndefined(),
    keyOf: ({ key }) => key,
  })
  return { pages, asked: requests }
}

const keyed = (offset: number, count: number, text: string): readonly Keyed[] =>
  Array.from({ length: count }, (_, index) => ({ key: `k${offset + index}`, text }))
const store = (offset: number, count: number) => keyed(offset, count, '').map(({ key }) => ({ kept: key }))
const settled = () => new Promise(setImmediate)

test('rows that are as they were keep their place and their reference, or take another place', () => {
  const { pages, asked } = openKeyed()
  pages.request(0, 5)
  pages.grow(100, { offset: 0, rows: keyed(0, 100, 'first') })
  const before = pages.at(7)
  const changed = { key: 'k3', text: 'changed' }
  pages.grow(100, { offset: 0, rows: [...store(0, 3), changed, ...store(4, 96)] })
  expect([pages.at(3), pages.at(7)]).toEqual([changed, { key: 'k7', text: 'first' }])
  expect(pages.at(7)).toBe(before)
  pages.grow(101, { offset: 0, rows: [{ key: 'new', text: '' }, ...store(0, 100)] })
  expect(pages.at(0)).toEqual({ key: 'new', text: '' })
  expect(pages.at(8)).toBe(before)
  expect(pages.at(100)).toEqual({ key: 'k99', text: 'first' })
  expect(asked).toEqual([])
})

test('a piece is loaded where a row that is kept is not known, or not as it was in the version before', async () => {
  const { pages, asked } = openKeyed()
  pages.request(0, 5)
  pages.grow(300, { offset: 0, rows: keyed(0, 100, 'first') })
  pages.request(120, 130)
  await settled()
  pages.request(0, 5)
  pages.grow(300, { offset: 0, rows: store(0, 100) })
  pages.request(200, 210)
  await settled()
  expect(asked).toEqual([100, 200])
  // Rows loaded for an older version may have changed since.
  pages.request(100, 250)
  await settled()
  pages.grow(300, { offset: 100, rows: store(100, 200) })
  expect([pages.at(150), pages.at(250)]).toEqual([
    { key: 'k150', text: 'loaded' },
    { key: 'k250', text: 'loaded' },
  ])
  expect(asked).toEqual([100, 200, 100])
  pages.request(0, 5)
  await settled()
  pages.grow(300, { offset: 100, rows: store(100, 100) })
  pages.grow(300, { offset: 0, rows: store(0, 100) })
  await settled()
  expect(asked).toEqual([100, 200, 100, 0, 0, 0])
})

test.each([
  ['the beginning', 0, 90, { offset: 0, limit: 100 }],
  ['the middle, from its first pieces', 50, 350, { offset: 0, limit: 200 }],
  ['the end, with room for what comes', 210, 249, { offset: 200, limit: 200 }],
  ['all of it, from its last pieces', 0, 249, { offset: 100, limit: 300 }],
])('asked for anew of %s', (_name, from, to, range) => {
  const { pages } = openKeyed()
  pages.grow(to < 300 ? 250 : 1000)
  pages.request(from, to)
  expect(pages.requested()).toEqual(range)
  pages.close()
})
