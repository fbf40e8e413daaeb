import { expect, test } from 'vitest'
import type { ExchangeView } from '#shared/story/exchanges.ts'
import { ended } from './ended.ts'

function exchanges() {
  const listeners = new Set<() => void>()
  let known: ExchangeView | undefined
  return {
    listeners,
    exchange: () => known,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(state: ExchangeView['state']) {
      known = { id: 'x', state } as ExchangeView
      for (const listener of listeners) listener()
    },
  }
}

test('an exchange is waited for until the record tells of its end', async () => {
  const record = exchanges()
  const waiting = ended(record, 'x', new AbortController().signal)
  record.tell('open')
  expect(record.listeners.size).toBe(1)
  record.tell('done')
  expect(await waiting).toMatchObject({ state: 'done' })
  expect(record.listeners.size).toBe(0)
})

test('nothing listens any longer once whoever waited has gone, before or after', async () => {
  const record = exchanges()
  const stop = new AbortController()
  const waiting = ended(record, 'x', stop.signal)
  stop.abort()
  expect([await waiting, await ended(record, 'x', stop.signal)]).toEqual([undefined, undefined])
  expect(record.listeners.size).toBe(0)
})
