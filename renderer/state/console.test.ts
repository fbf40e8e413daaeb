import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useConsole } from './console.ts'

const { typeFilter, setFilter } = useConsole.getState()
const shown = () => {
  const { filter, typed } = useConsole.getState()
  return { filter, typed }
}

beforeEach(() => {
  vi.useFakeTimers()
  setFilter('')
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is typed filters once typing rests', () => {
  typeFilter('kind:st')
  vi.advanceTimersByTime(100)
  typeFilter('kind:stream')
  vi.advanceTimersByTime(100)
  expect(shown()).toEqual({ filter: '', typed: 'kind:stream' })
  vi.advanceTimersByTime(100)
  expect(shown()).toEqual({ filter: 'kind:stream', typed: 'kind:stream' })
})

test('a filter that is set holds at once, and nothing typed before comes back', () => {
  typeFilter('kind:stream')
  setFilter('')
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual({ filter: '', typed: '' })
})
