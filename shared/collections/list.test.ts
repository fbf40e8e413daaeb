import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appended, at, createListBuilder, emptyList, listOf, slice, values } from './list.ts'

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('push' as const), count: fc.integer({ min: 1, max: 90 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('set' as const), place: fc.nat(4000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('freeze' as const) }) },
)

describe('list', () => {
  test('behaves as an array, and what was frozen stays as it was', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const builder = createListBuilder<number>()
        const model: number[] = []
        const stored: { list: ReturnType<typeof builder.freeze>; copy: number[] }[] = []
        let next = 0
        for (const taken of steps) {
          if (taken.do === 'push') {
            for (let i = 0; i < taken.count; i++) {
              builder.push(next)
              model.push(next++)
            }
          } else if (taken.do === 'set') {
            builder.set(taken.place, -next)
            if (taken.place < model.length) model[taken.place] = -next
            next++
          } else stored.push({ list: builder.freeze(), copy: model.slice() })
        }
        stored.push({ list: builder.freeze(), copy: model })
        for (const { list, copy } of stored) {
          expect([...values(list)]).toEqual(copy)
          expect(slice(list)).toEqual(copy)
          expect(copy.every((item, index) => at(list, index) === item)).toBe(true)
        }
      }),
    )
  })

  test('a page is the same slice an array gives', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(3200), fc.nat(3200), (length, from, to) => {
        const items = Array.from({ length }, (_, index) => index)
        expect(slice(listOf(items), from, to)).toEqual(items.slice(from, Math.max(from, to)))
      }),
    )
  })

  test('a branch of a list leaves the list alone', () => {
    const trunk = listOf(Array.from({ length: 1050 }, (_, index) => index))
    const branch = createListBuilder(trunk)
    branch.set(0, -1)
    branch.push(9)
    expect([at(trunk, 0), trunk.length, at(trunk, 1049)]).toEqual([0, 1050, 1049])
    expect([branch.at(0), branch.length, branch.at(1050)]).toEqual([-1, 1051, 9])
  })

  test('freezing twice gives the same reference until something changes', () => {
    const builder = createListBuilder<string>()
    builder.push('a')
    const first = builder.freeze()
    expect(builder.freeze()).toBe(first)
    builder.set(5, 'outside')
    expect(builder.freeze()).toBe(first)
    builder.set(0, 'b')
    expect(builder.freeze()).not.toBe(first)
    expect(at(first, 0)).toBe('a')
  })

  test('versions share what did not change', () => {
    const before = listOf(Array.from({ length: 40_000 }, (_, index) => ({ index })))
    const after = appended(before, { index: -1 })
    expect(
      'nodes' in before.root && 'nodes' in after.root && before.root.nodes[0] === after.root.nodes[0],
    ).toBe(true)
  })

  test.each([[-1], [0.5], [Number.NaN], [1], [2 ** 32]])('nothing is at %d of a list of one', (index) => {
    expect(at(listOf(['only']), index)).toBeUndefined()
  })

  test('the empty list cannot be written to through a builder', () => {
    createListBuilder<number>().push(1)
    expect([emptyList.length, ...values(emptyList)]).toEqual([0])
  })
})
