import { expect, test } from 'vitest'
import { createSharedRuns } from './discovery.ts'

function runs() {
  const begun: { readonly key: string; readonly signal: AbortSignal; end(result: string): void }[] = []
  const join = createSharedRuns((key, signal) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    begun.push({ key, signal, end: resolve })
    return promise
  })
  return { begun, join }
}

test('what is under way is joined, by its key; what has ended is begun anew', async () => {
  const { begun, join } = runs()
  const answers = Promise.all([join('a'), join('a'), join('b')])
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
  for (const { key, end } of begun) end(`of ${key}`)
  expect(await answers).toEqual(['of a', 'of a', 'of b'])
  void join('a')
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b', 'a'])
})

test('it goes on while somebody waits for it, and is broken off when nobody does', () => {
  const { begun, join } = runs()
  const [first, second] = [new AbortController(), new AbortController()]
  void join('a', first.signal)
  void join('a', second.signal)
  first.abort()
  expect(begun[0]?.signal.aborted).toBe(false)
  second.abort()
  expect(begun[0]?.signal.aborted).toBe(true)
  void join('a')
  expect(begun).toHaveLength(2)
})

test('one that fails fails for all, and is begun anew', async () => {
  let begun = 0
  const join = createSharedRuns(async () => {
    begun += 1
    throw new Error('no')
  })
  const ends = await Promise.allSettled([join('a'), join('a')])
  expect([ends.map(({ status }) => status), begun]).toEqual([['rejected', 'rejected'], 1])
  await expect(join('a')).rejects.toThrow('no')
  expect(begun).toBe(2)
})
