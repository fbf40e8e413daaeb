// Open configurations after a restart: reported, and offered again.

import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loopback, openReceiving, type Receiving, working } from '#testing/engine/open-receiving.ts'
import { rawPost } from '#testing/engine/raw-request.ts'
import { agent } from '../../../e2e/agents/agent.ts'

let at: Receiving

beforeEach(async () => {
  at = await openReceiving(await agent({ dialect: '1.0' }))
})
afterEach(() => at.close())

describe('after a restart', () => {
  it('open configurations are told of, and work again once it listens', async () => {
    await at.window.client.receiver.start(loopback)
    const task = await at.startedTask()
    const config = await at.window.client.push.set({ ...task, options: {} })
    at = await at.reopened()
    const before = await at.window.client.receiver.state()
    expect(before.notices).toEqual([
      {
        kind: 'not-listening',
        sentence:
          'One configuration with agents leads here, but the receiver is off: calls are lost until it is on.',
      },
    ])
    const after = await at.window.client.receiver.start(before.settings)
    expect([after.notices, after.configurations[0]?.unreachable]).toEqual([[], undefined])
    expect((await rawPost(config.url, working)).status).toBe(200)
  })

  it('one whose port is gone is offered again at the new address', async () => {
    await at.window.client.receiver.start(loopback)
    const task = await at.startedTask()
    const config = await at.window.client.push.set({ ...task, options: {} })
    const { port } = new URL(config.url)
    at = await at.reopened()
    const holder = createServer().listen(Number(port), '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const moved = await at.window.client.receiver.start(loopback)
    expect(moved.notices.map(({ kind }) => kind)).toEqual(['moved'])
    const again = await at.window.client.push.offerAgain({ configId: config.id })
    expect([again.standing, again.agentConfigId, new URL(again.url).port]).toEqual([
      'confirmed',
      config.agentConfigId,
      String(moved.listening?.port),
    ])
    expect((await at.window.client.receiver.state()).configurations.map(({ id }) => id)).toEqual([again.id])
    holder.close()
  })
})
