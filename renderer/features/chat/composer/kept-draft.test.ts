import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maxKeptBase64Chars } from '#shared/contract/constants.ts'
import { type Draft, emptyDraft, numbered, type SayablePart } from '../../../state/draft.ts'
import { createDraftKeeper, draftOf, keptOf } from './kept-draft.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

const written = (text: string): Draft => ({ ...emptyDraft, text })

function keeperOf(draft?: Draft) {
  const stored: string[] = []
  return { kept: stored, keeper: createDraftKeeper(draft, ({ text }) => void stored.push(text)) }
}

test('what is written is kept once it comes to rest, as it is then', () => {
  const { kept, keeper } = keeperOf()
  keeper.changed(written('h'))
  vi.advanceTimersByTime(399)
  keeper.changed(written('he'))
  vi.advanceTimersByTime(399)
  expect(kept).toEqual([])
  vi.advanceTimersByTime(1)
  expect(kept).toEqual(['he'])
})

test('a window that closes keeps what has yet to come to rest, and once', () => {
  const { kept, keeper } = keeperOf()
  keeper.changed(written('hello'))
  keeper.keepNow()
  keeper.keepNow()
  vi.runAllTimers()
  expect(kept).toEqual(['hello'])
})

test('what is kept already is not kept again, and what was sent is kept as nothing', () => {
  const draft = written('hello')
  const { kept, keeper } = keeperOf(draft)
  keeper.changed(draft)
  keeper.keepNow()
  expect(kept).toEqual([])
  keeper.changed(undefined)
  vi.runAllTimers()
  expect(kept).toEqual([''])
})

const file = (chars: number): SayablePart => ({ kind: 'file-bytes', base64: 'A'.repeat(chars) })
const data: SayablePart = { kind: 'data', data: { n: 1 } }

test.each<[string, Partial<Draft>, boolean, number]>([
  ['nothing', {}, false, 0],
  ['a text', { text: 'hello' }, true, 0],
  ['options alone', { options: { historyLength: 2 } }, true, 0],
  ['a webhook alone', { push: true }, true, 0],
  ['a task it refers to', { referenceTaskIds: ['t'] }, true, 0],
  ['as much of files as there is room for', { parts: numbered([file(maxKeptBase64Chars), data]) }, true, 0],
  ['more than that', { parts: numbered([file(maxKeptBase64Chars), file(1)]) }, true, 1],
  ['a file that is too large alone', { parts: numbered([file(maxKeptBase64Chars + 1)]) }, false, 1],
])('of %s what is kept comes back, and it is known what was left out', (_, some, isKept, leftOut) => {
  const draft = { ...emptyDraft, ...some }
  const result = keptOf(draft)
  expect(result.leftOut).toBe(leftOut)
  expect(result.kept !== null).toBe(isKept)
  if (result.kept)
    expect(draftOf(result.kept)).toEqual({
      ...draft,
      parts: draft.parts.slice(0, draft.parts.length - leftOut),
    })
})
