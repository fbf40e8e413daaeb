import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guarded, type InternalError, onInternalError, reportInternalError } from './guarded.ts'

let reported: InternalError[]
let stop: () => void
beforeEach(() => {
  reported = []
  stop = onInternalError((error) => reported.push(error))
})
afterEach(() => stop())

const broken = new Error('broken')
const breakNow = () => {
  throw broken
}

test('what a listener throws is reported and given up, and its emitter goes on', () => {
  const source = new EventEmitter<{ data: [number] }>()
  const observed: unknown[] = []
  source.on(
    'data',
    guarded('reading', breakNow, (error, args) => observed.push([error, args])),
  )
  source.on('data', (value) => observed.push(value))
  source.emit('data', 1)
  expect([observed, reported]).toEqual([[[broken, [1]], 1], [{ where: 'reading', error: broken }]])
})

test('what a listener rejects with is reported and given up', async () => {
  const givenUp = Promise.withResolvers<unknown>()
  guarded('reading', async () => breakNow(), givenUp.resolve)()
  expect(await givenUp.promise).toBe(broken)
  expect(reported).toEqual([{ where: 'reading', error: broken }])
})

test('what giving up throws is reported too', () => {
  const worse = new Error('worse')
  guarded('reading', breakNow, () => {
    throw worse
  })()
  expect(reported).toEqual([
    { where: 'reading', error: broken },
    { where: 'reading', error: worse },
  ])
})

test('a listener that does not throw gets its arguments, and nothing is reported', () => {
  const observed: unknown[] = []
  guarded('reading', (...args: readonly unknown[]) => observed.push(...args))(1, 'two')
  expect([observed, reported]).toEqual([[1, 'two'], []])
})

test('nobody hears of errors after they stopped listening', () => {
  stop()
  reportInternalError({ where: 'anywhere', error: broken })
  expect(reported).toEqual([])
})
