import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCodingAgents } from '#engine/coding-agents.ts'
import { openAttachDoor } from './attach-door.ts'
import { attachFileIn } from './attach-file.ts'
import { attachTo } from './attach-proof.ts'
import { readRun, writeRun } from './secret.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-door-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('a door whose file cannot be removed closes all the same', async () => {
  const file = attachFileIn(dataDir)
  const door = await openAttachDoor({
    dataDir,
    codingAgents: createCodingAgents(),
    speak: async () => undefined,
    runVerb: async (socket) => socket.close(),
  })
  const run = readRun(file)
  expect((await attachTo(dataDir, 'verb'))?.url).toContain(run?.authority)
  rmSync(file)
  mkdirSync(file)
  door.close()
  rmSync(file, { recursive: true })
  if (run) await writeRun(file, run)
  expect(await attachTo(dataDir, 'verb')).toBeUndefined()
})
