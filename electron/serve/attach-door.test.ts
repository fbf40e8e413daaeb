import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createCodingAgents } from '#engine/coding-agents.ts'
import { openAttachDoor } from './attach-door.ts'
import { attachFileIn, attachTo, doors } from './attach-proof.ts'
import { readRun, writeRun } from './secret.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-door-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Admitted connections stay. */
const openDoor = () =>
  openAttachDoor({
    dataDir,
    codingAgents: createCodingAgents(),
    speak: async () => undefined,
    runVerb: async () => undefined,
  })

test('a door whose file cannot be removed closes all the same', async () => {
  const file = attachFileIn(dataDir)
  const door = await openDoor()
  const run = readRun(file)
  expect((await attachTo(dataDir, 'verb'))?.url).toContain(run?.authority)
  rmSync(file)
  mkdirSync(file)
  door.close()
  rmSync(file, { recursive: true })
  if (run) await writeRun(file, run)
  expect(await attachTo(dataDir, 'verb')).toBeUndefined()
})

test('who stands at the door and proves nothing keeps nobody out', async () => {
  const door = await openDoor()
  const authority = readRun(attachFileIn(dataDir))?.authority
  const strangers = Array.from({ length: 300 }, () => new WebSocket(`ws://${authority}${doors.verb.path}`))
  await Promise.all(
    strangers.map((one) => new Promise((resolve) => one.once('open', resolve).once('error', resolve))),
  )
  expect((await attachTo(dataDir, 'verb'))?.url).toContain(authority)
  for (const one of strangers) one.terminate()
  door.close()
})

test('nor does a loop that comes again and again', async () => {
  const door = await openDoor()
  const authority = readRun(attachFileIn(dataDir))?.authority
  let isOver = false
  const again = async (): Promise<void> => {
    while (!isOver) {
      const one = new WebSocket(`ws://${authority}${doors.verb.path}`)
      await new Promise((resolve) => one.once('open', resolve).once('error', resolve))
    }
  }
  const looping = Array.from({ length: 8 }, again)
  for (let times = 0; times < 5; times += 1) expect(await attachTo(dataDir, 'verb')).toBeDefined()
  isOver = true
  door.close()
  await Promise.all(looping)
})

test('where as many are attached as may be, that is what is said', async () => {
  const door = await openDoor()
  for (let many = 0; many < 32; many += 1) expect(await attachTo(dataDir, 'verb')).toBeDefined()
  await expect(attachTo(dataDir, 'verb')).rejects.toThrow(/^Too many .* are attached to the window of Parley/)
  door.close()
  expect(await attachTo(dataDir, 'verb')).toBeUndefined()
})

test('what is too long for a proof is not answered', async () => {
  const door = await openDoor()
  const socket = new WebSocket(`ws://${readRun(attachFileIn(dataDir))?.authority}${doors.verb.path}`)
  const answers: unknown[] = []
  socket.on('error', () => undefined).on('message', (answer) => answers.push(answer))
  await once(socket, 'open')
  const closed = once(socket, 'close')
  socket.send(JSON.stringify({ nonce: 'n'.repeat(20), more: 'x'.repeat(100_000) }))
  await closed
  expect(answers).toEqual([])
  door.close()
})
