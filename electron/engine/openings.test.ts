import { expect, test } from 'vitest'
import type { Opening } from '#shared/contract/opening.ts'
import { createOpenings } from './openings.ts'

const agent = (address: string): Opening => ({ kind: 'agent', address, by: 'user' })

async function take(iterator: AsyncIterator<Opening>): Promise<string | undefined> {
  const { value } = await iterator.next()
  return value?.address
}

test('what was asked before a window listens waits for it, in order', async () => {
  const openings = createOpenings((address) => address)
  openings.add(agent('first'))
  openings.add(agent('second'))
  const window = openings.taken(new AbortController().signal)[Symbol.asyncIterator]()
  expect([await take(window), await take(window)]).toEqual(['first', 'second'])
})

test('an opening goes to one window only', async () => {
  const openings = createOpenings((address) => address)
  const { signal } = new AbortController()
  const left = take(openings.taken(signal)[Symbol.asyncIterator]())
  const right = take(openings.taken(signal)[Symbol.asyncIterator]())
  openings.add(agent('first'))
  openings.add(agent('second'))
  expect((await Promise.all([left, right])).toSorted()).toEqual(['first', 'second'])
})

test('a window that left takes nothing with it', async () => {
  const openings = createOpenings((address) => address)
  const gone = new AbortController()
  const left = openings.taken(gone.signal)[Symbol.asyncIterator]().next()
  gone.abort()
  expect(await left).toEqual({ done: true, value: undefined })
  openings.add(agent('later'))
  expect(await take(openings.taken(new AbortController().signal)[Symbol.asyncIterator]())).toBe('later')
})

test('a window that is busy with an opening is there all the same, until it leaves', async () => {
  const openings = createOpenings((address) => address)
  const gone = new AbortController()
  const window = openings.taken(gone.signal)[Symbol.asyncIterator]()
  expect(openings.isListenedTo()).toBe(false)
  const first = take(window)
  expect(openings.isListenedTo()).toBe(true)
  openings.add(agent('first'))
  expect([await first, openings.isListenedTo()]).toEqual(['first', true])
  gone.abort()
  expect([openings.isListenedTo(), (await window.next()).done]).toEqual([false, true])
})

test('only the newest sixteen wait', async () => {
  const openings = createOpenings((address) => address)
  for (let n = 1; n <= 20; n++) openings.add(agent(`agent ${n}`))
  expect(await take(openings.taken(new AbortController().signal)[Symbol.asyncIterator]())).toBe('agent 5')
})
