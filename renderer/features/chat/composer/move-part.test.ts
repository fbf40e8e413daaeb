import { expect, test } from 'vitest'
import { numbered } from '../../../state/draft.ts'
import { movedPart } from './move-part.ts'

const parts = numbered([
  { kind: 'data', data: 'a' },
  { kind: 'data', data: 'b' },
])

test.each<[string, number, number, number, readonly number[], number]>([
  ['the text down', 0, 0, 1, [1, 2], 1],
  ['the first part above the text', 0, 1, 0, [1, 2], 1],
  ['a part past another', 0, 2, 1, [2, 1], 0],
  ['the text up', 2, 2, 1, [1, 2], 1],
  ['the last to the top', 0, 2, 0, [2, 1], 1],
  ['the text to the end', 0, 0, 2, [1, 2], 2],
  ['the first up: nothing', 0, 0, -1, [1, 2], 0],
  ['the last down: nothing', 0, 2, 3, [1, 2], 0],
])('%s', (_name, textAt, from, to, ids, after) => {
  const draft = movedPart({ parts, textAt }, from, to)
  expect([draft.parts.map(({ id }) => id), draft.textAt]).toEqual([ids, after])
})
