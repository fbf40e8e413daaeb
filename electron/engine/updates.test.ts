import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Updates } from '#shared/contract/updates.ts'
import { openUpdates, type Updater } from './updates.ts'

let dataDir: string
let recording: boolean
let calls: string[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-updates-'))
  recording = true
  calls = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A fake update server with `version`, or with this error. */
function place(version: string | undefined, breaks?: string): Updater {
  return {
    async check() {
      calls.push('ask')
      if (breaks) throw new Error(breaks)
      return version
    },
    async bring(onProgress) {
      calls.push('bring')
      onProgress(41.7)
    },
    install: () => void calls.push('install'),
  }
}
const open = (updater?: Updater) =>
  openUpdates({ dataDir, updater, isRecording: () => recording, log: () => undefined })

test('before the user’s yes nothing is asked; after it, each start asks once', async () => {
  await open(place('2.0.0'))
  expect(calls).toEqual([])
  const updates = await open(place('2.0.0'))
  await updates.allow({ allowed: true })
  expect(calls).toEqual([])
  await open(place('2.0.0'))
  expect(calls).toEqual(['ask'])
})

test('each step is told, from asking to what was brought', async () => {
  const updates = await open(place('2.0.0'))
  const stop = new AbortController()
  const updateSteps: Updates['step'][] = []
  const listening = (async () => {
    for await (const { step } of updates.follow(stop.signal)) updateSteps.push(step)
  })()
  await updates.ask()
  await updates.bring()
  stop.abort()
  await listening
  expect(updateSteps[0]).toEqual({ kind: 'idle' })
  expect(updateSteps.at(-1)).toEqual({ kind: 'brought', version: '2.0.0' })
  expect(calls).toEqual(['ask', 'bring'])
})

test('progress is in whole percents', async () => {
  let percentSeen: Updates | undefined
  const updater = place('2.0.0')
  const updates = await open({
    ...updater,
    async bring(onProgress) {
      onProgress(41.7)
      for await (const state of updates.follow(AbortSignal.timeout(1_000))) {
        percentSeen = state
        break
      }
    },
  })
  await updates.ask()
  await updates.bring()
  expect(percentSeen?.step).toEqual({ kind: 'bringing', version: '2.0.0', percent: 41 })
})

test('while recording nothing is put in; afterwards it is', async () => {
  const updates = await open(place('2.0.0'))
  expect(() => updates.install()).toThrow('no update to install')
  await updates.ask()
  await updates.bring()
  expect(() => updates.install()).toThrow('Parley is recording.')
  expect(calls).not.toContain('install')
  recording = false
  updates.install()
  expect(calls.at(-1)).toBe('install')
})

test.each([
  ['the newest', place(undefined), { kind: 'newest', at: expect.any(Number) }],
  ['a newer one', place('2.0.0'), { kind: 'newer', version: '2.0.0' }],
  ['a place that does not answer', place(undefined, 'no network'), { kind: 'failed', message: 'no network' }],
])('asking finds %s', async (_name, updater, step) => {
  const updates = await open(updater)
  expect(await updates.ask()).toEqual({ possible: true, allowed: false, step })
})

test('what was brought is not asked about again', async () => {
  const updates = await open(place('2.0.0'))
  await updates.ask()
  await updates.bring()
  expect((await updates.ask()).step).toEqual({ kind: 'brought', version: '2.0.0' })
  expect(calls).toEqual(['ask', 'bring'])
})

test('a Parley that cannot be updated from within says so', async () => {
  const updates = await open()
  for await (const state of updates.follow(AbortSignal.timeout(1_000))) {
    expect(state).toEqual({ possible: false, allowed: false, step: { kind: 'idle' } })
    break
  }
  await expect(updates.ask()).rejects.toThrow('updated the way it was installed')
  await expect(updates.allow({ allowed: true })).rejects.toThrow('updated the way it was installed')
})
