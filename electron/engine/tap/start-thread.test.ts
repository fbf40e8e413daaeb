// A thread that fails to load or ends: waiting callers of `open` get the error.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { openWindow, tapThread } from '#testing/engine/open-window.ts'
import { agent } from '../../../e2e/agents/agent.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function openedWith(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-thread-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'thread.mjs')
  writeFileSync(program, source)
  const window = await openWindow({ tapThread: program })
  closing.push(window.close)
  const { url, close } = await agent({ dialect: '1.0' })
  closing.push(close)
  return { ...window, start: async () => window.client.taps.start({ agentId: await window.idOf(url) }) }
}

const whole = pathToFileURL(tapThread).href

test.each([
  ['is not there', "import './not-shipped.js'", /not-shipped\.js/],
  ['throws as it is loaded', "throw new Error('no room')", /no room/],
  ['ends as it is loaded', 'process.exit(0)', /it ended/],
])('where the thread’s program %s, the tap is refused with the reason', async (_what, source, reason) => {
  const { start } = await openedWith(source)
  await expect(start()).rejects.toThrow(/^The thread that forwards for taps couldn’t be started: /)
  await expect(start()).rejects.toThrow(reason)
})

test('a tap whose thread ends later is stopped, says so, and can be started again', async () => {
  const onSet = "parentPort.on('message', ({ settings }) => settings?.faults.length > 0 && process.exit(1))"
  const { client, start } = await openedWith(
    `import { parentPort } from 'node:worker_threads'\nimport '${whole}'\n${onSet}`,
  )
  const { id } = await start()
  await client.taps.setFaults({ id, faults: [{ route: '*', kind: 'drop', value: 1 }] })
  const stopped = { state: 'stopped', problem: expect.stringContaining('Start it again.') }
  const first = async () => (await client.taps.list({}))[0]
  await vi.waitFor(async () => expect(await first()).toMatchObject(stopped), { timeout: 30_000 })
  await client.taps.setFaults({ id, faults: [] })
  await expect(start()).resolves.toMatchObject({ state: 'listening' })
})
