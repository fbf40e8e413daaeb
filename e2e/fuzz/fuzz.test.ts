import { expect, test } from 'vitest'
import { reportInternalError } from '#engine/platform/guarded.ts'
import { fuzz } from './fuzz.ts'
import { openTargets, type Target } from './targets.ts'

const runs = 3_000

test('a few thousand inputs: whatever is sent is read, in time, and keeps its laws', {
  timeout: 120_000,
}, async () => {
  const targets = await openTargets()
  try {
    const { figures, failure } = await fuzz({ seed: 20_260, from: 0, runs, targets: targets.all })
    expect(failure).toBeUndefined()
    expect([...figures.values()].map(({ runs: each }) => each).every((each) => each > 0)).toBe(true)
    expect([...figures.values()].reduce((sum, { runs: each }) => sum + each, 0)).toBe(runs)
  } finally {
    await targets.close()
  }
})

const breaking = (what: string): Target => ({
  corpus: 'json',
  share: 1,
  run(input) {
    if (input.includes(what)) throw new Error(`It has ${input.length} bytes and ${what}.`)
  },
})

test('an input that fails is named, made again and made small', async () => {
  const targets = { breaking: breaking('"parts"') }
  const { failure } = await fuzz({ seed: 1, from: 0, runs: 500, targets })
  expect(failure).toMatchObject({ target: 'breaking', message: 'Error: It has N bytes and "parts".' })
  expect(failure?.input.toString()).toBe('"parts"')
  const again = await fuzz({ seed: 1, from: failure?.index ?? 0, runs: 1, targets })
  expect(again.failure).toEqual(failure)
})

test.each<[string, Target['run']]>([
  ['takes longer than a second', slowOnce()],
  ['rejects', async () => Promise.reject(new Error('no'))],
  ['breaks inside', () => reportInternalError({ where: 'x', error: new Error('no') })],
])('an input that %s fails', async (_what, run) => {
  const { failure } = await fuzz({
    seed: 1,
    from: 0,
    runs: 1,
    targets: { one: { corpus: 'grpc', share: 1, run } },
  })
  expect(failure).toBeDefined()
})

/** Slow for the first input only: smaller ones, tried afterwards, are fast. */
function slowOnce(): Target['run'] {
  let isSlow = true
  return () => {
    const until = process.threadCpuUsage().user + 1_100_000
    while (isSlow && process.threadCpuUsage().user < until);
    isSlow = false
  }
}
