import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSessionSearch } from './session-search.ts'

const { type, clear } = useSessionSearch.getState()
const shown = () => {
  const { typed, query } = useSessionSearch.getState()
  return { typed, query }
}

beforeEach(() => {
  vi.useFakeTimers()
  clear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('sessions are searched once typing rests, not with every letter', () => {
  const requests: string[] = []
  const stop = useSessionSearch.subscribe(({ query }, before) => {
    if (query !== before.query) requests.push(query)
  })
  for (const typed of ['z', 'za', 'zan', 'zanz ']) {
    type(typed)
    vi.advanceTimersByTime(100)
  }
  expect(shown()).toEqual({ typed: 'zanz ', query: '' })
  vi.advanceTimersByTime(100)
  stop()
  expect([shown(), requests]).toEqual([{ typed: 'zanz ', query: 'zanz' }, ['zanz']])
})

test('what is wiped out is looked for no longer, at once', () => {
  type('zanz')
  vi.advanceTimersByTime(1_000)
  type(' ')
  expect(shown()).toEqual({ typed: ' ', query: '' })
  type('zanz')
  clear()
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual({ typed: '', query: '' })
})
