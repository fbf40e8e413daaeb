import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareValues, type OrderValue } from '#shared/record/exchange-order.ts'
import { createOrderedIds } from './ordered-ids.ts'

const change = fc.record({
  id: fc.nat(300),
  isIn: fc.boolean(),
  value: fc.oneof(fc.constant(null), fc.nat(20)),
})
const changes = fc.uniqueArray(change, { selector: ({ id }) => id, maxLength: 80 })

test('whatever changes, they are in the order of their values, and of their numbers where these are alike', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(changes, fc.array(fc.nat(300)))), (steps) => {
      const ordered = createOrderedIds()
      const values = new Map<number, OrderValue>()
      for (const [some, gone] of steps) {
        const sizeBefore = values.size
        for (const { id, isIn, value } of some) {
          values.delete(id)
          if (isIn) values.set(id, value)
        }
        const isOther = ordered.change(some)
        if (values.size !== sizeBefore) expect(isOther).toBe(true)
        for (const id of gone) values.delete(id)
        ordered.drop(gone)
        const sorted = [...values].sort(([a, one], [b, other]) => compareValues(one, other) || a - b)
        expect(ordered.all()).toEqual(sorted.map(([id]) => id))
      }
    }),
  )
})
