// Replays of a real engine, over a real port.

import { existsSync } from 'node:fs'
import { MessageChannel } from 'node:worker_threads'
import { type ClientLink, createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { stagesFolder } from '#engine/sessions/replay/stage.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { openReplay } from './open-replay.ts'

let window: TestWindow
let sessionId: string
let live: Parameters<typeof openReplay>[0]
let disconnect: () => void
/** The name of a call that fails. */
let broken: string | undefined

beforeEach(async () => {
  broken = undefined
  window = await openWindow()
  await window.connect('http://127.0.0.1:9')
  sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  live = openAccess()
})
afterEach(async () => {
  disconnect()
  await window.close()
})

test('what a replay cannot do is told, and no longer once it did what was asked', async () => {
  const replay = await openReplay(live, sessionId)
  broken = 'replays.control'
  await replay.act({ kind: 'play' })
  expect(replay.problem()).toBe('replays.control does not come through')
  broken = undefined
  await replay.act({ kind: 'pause' })
  expect(replay.problem()).toBeUndefined()
  replay.close()
})

test('of several actions none follows one that failed', async () => {
  const replay = await openReplay(live, sessionId)
  await replay.act({ kind: 'seek', seq: -1 }, { kind: 'play' })
  expect(replay.problem()).toContain('Parley cannot take this input.')
  expect(replay.state().playing).toBe(false)
  replay.close()
})

test('nothing of a replay is left where its outline cannot be read', async () => {
  broken = 'sessions.outline'
  await expect(openReplay(live, sessionId)).rejects.toThrow('sessions.outline does not come through')
  // Requests are answered in order: by now the engine has handled the earlier ones.
  await live.client.sessions.recording()
  expect(existsSync(stagesFolder(window.dataDir))).toBe(false)
})

function openAccess(): typeof live {
  const { port1, port2 } = new MessageChannel()
  createRpc(createRouter(window.engine), () => undefined).attachPort(port1)
  port1.start()
  const whole: ClientLink<Record<never, never>> = new RPCLink({ port: port2 })
  port2.start()
  disconnect = () => port2.close()
  const link: ClientLink<Record<never, never>> = {
    async call(path, input, options) {
      const name = path.join('.')
      if (name === broken) throw new Error(`${name} does not come through`)
      return whole.call(path, input, options)
    },
  }
  const client: EngineClient = createORPCClient(link)
  return { client, capabilities: window.engine.host.capabilities }
}
