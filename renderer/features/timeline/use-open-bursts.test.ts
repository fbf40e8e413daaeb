import { expect, test } from 'vitest'
import { unfold } from './use-open-bursts.ts'

test('the pieces of open bursts stand after their rows', () => {
  const bursts = [
    { position: 1, row: 1, pieces: 2 },
    { position: 2, row: 5, pieces: 1 },
  ]
  const { length, lineAt } = unfold(4, bursts)
  const lines = Array.from({ length }, (_, index) => lineAt(index))
  expect(
    lines.map((line) => (line.kind === 'row' ? line.position : `${line.burst.row}.${line.place}`)),
  ).toEqual([0, 1, '1.0', '1.1', 2, '5.0', 3])
})

test('a line is found where it stands', () => {
  const bursts = [
    { position: 0, row: 0, pieces: 3 },
    { position: 7, row: 9, pieces: 1_000_000 },
  ]
  const { length, lineAt, indexOf } = unfold(20, bursts)
  for (let index = 0; index < length; index += 997) {
    const line = lineAt(index)
    expect(line.kind === 'row' ? indexOf(line.position) : indexOf(line.burst.position, line.place)).toBe(
      index,
    )
  }
})
