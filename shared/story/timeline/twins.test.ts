import { expect, test } from 'vitest'
import { createTwins } from './twins.ts'

test('what is told over and over on two channels is met again each time, also after the oldest were forgotten', () => {
  const twins = createTwins(64)
  const [one, two] = ['one', 'two'].map((id) => ({ id, openedSeq: 0 }))
  if (!one || !two) throw new Error('two channels')
  const met: (number | undefined)[] = []
  for (let n = 0; n < 1_000; n++) {
    expect(twins.match(7, 2 * n, one, () => n, n)).toBeUndefined()
    met.push(twins.match(7, 2 * n + 1, two, () => -1, n)?.row)
  }
  expect(met).toEqual(met.map((_, n) => n))
  expect(twins.newest(3)).toEqual(new Set([7]))
})
