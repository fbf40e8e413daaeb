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
  const desk = await open(place('2.0.0'))
  await desk.allow({ allowed: true })
  expect(calls).toEqual([])
  await open(place('2.0.0'))
  expect(calls).toEqual(['ask'])
})

test('each step is told, from asking to what was brought', async () => {
  const desk = await open(place('2.0.0'))
  const stop = new AbortController()
  const updateSteps: Updates['step'][] = []
  const listening = (async () => {
    for await (const { step } of desk.follow(stop.signal)) updateSteps.push(step)
  })()
  await desk.ask()
  await desk.bring()
  stop.abort()
  await listening
  expect(updateSteps[0]).toEqual({ kind: 'idle' })
  expect(updateSteps.at(-1)).toEqual({ kind: 'brought', version: '2.0.0' })
  expect(calls).toEqual(['ask', 'bring'])
})

test('progress is in whole percents', async () => {
  let percentSeen: Updates | undefined
  const updater = place('2.0.0')
  const desk = await open({
    ...updater,
    async bring(onProgress) {
      onProgress(41.7)
      for await (const state of desk.follow(AbortSignal.timeout(1_000))) {
        percentSeen = state
        break
      }
    },
  })
  await desk.ask()
  await desk.bring()
  expect(percentSeen?.step).toEqual({ kind: 'bringing', version: '2.0.0', percent: 41 })
})

test('while recording nothing is put in; afterwards it is', async () => {
  const desk = await open(place('2.0.0'))
  expect(() => desk.install()).toThrow('no update to install')
  await desk.ask()
  await desk.bring()
  expect(() => desk.install()).toThrow('Parley is recording.')
  expect(calls).not.toContain('install')
  recording = false
  desk.install()
  expect(calls.at(-1)).toBe('install')
})

test.each([
  ['the newest', place(undefined), { kind: 'newest', at: expect.any(Number) }],
  ['a newer one', place('2.0.0'), { kind: 'newer', version: '2.0.0' }],
  ['a place that does not answer', place(undefined, 'no network'), { kind: 'failed', message: 'no network' }],
])('asking finds %s', async (_name, updater, step) => {
  const desk = await open(updater)
  expect(await desk.ask()).toEqual({ possible: true, allowed: false, step })
})

test('what was brought is not asked about again', async () => {
  const desk = await open(place('2.0.0'))
  await desk.ask()
  await desk.bring()
  expect((await desk.ask()).step).toEqual({ kind: 'brought', version: '2.0.0' })
  expect(calls).toEqual(['ask', 'bring'])
})

test('a Parley that cannot be updated from within says so', async () => {
  const desk = await open()
  for await (const state of desk.follow(AbortSignal.timeout(1_000))) {
    expect(state).toEqual({ possible: false, allowed: false, step: { kind: 'idle' } })
    break
  }
  await expect(desk.ask()).rejects.toThrow('updated the way it was installed')
  await expect(desk.allow({ allowed: true })).rejects.toThrow('updated the way it was installed')
})
