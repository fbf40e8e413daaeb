// Agents that are stored: those that responded, those with a setting by the user, and the demo agent once.

import { createServer as createHttpServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { serverCertificate } from '../../e2e/agents/broken/certificates.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const nobody = 'http://127.0.0.1:9'

async function type(address: string) {
  const agent = await window.client.agents.add({ address, tentative: true })
  return { agent, discovery: await window.client.card.discover({ agentId: agent.id }) }
}

const addresses = async () => (await window.client.agents.list()).map(({ address }) => address)

describe('an address that was typed', () => {
  test('is no kept agent while nothing answers, and makes room for the next', async () => {
    const { agent } = await type(nobody)
    expect(agent.tentative).toBe(true)
    expect(await addresses()).toEqual([nobody])
    await type('http://127.0.0.1:10')
    expect(await addresses()).toEqual(['http://127.0.0.1:10'])
    window = await window.reopen()
    expect(await addresses()).toEqual([])
  })

  test('is kept once its card was found, or asks for credentials', async () => {
    const good = await untilTestEnds(namedAgent('v1.0').start())
    const agent = await untilTestEnds(namedAgent('card-401-bare').start())
    await type(good.url)
    await type(agent.url)
    await type(nobody)
    window = await window.reopen()
    expect(await addresses()).toEqual([good.url, agent.url])
  })

  test('is kept once the user decided something about it', async () => {
    const { client } = window
    const { agent } = await type(nobody)
    await client.agents.edit({ agentId: agent.id, changes: { note: 'starts at nine' } })
    expect((await client.agents.list()).map(({ tentative }) => tentative)).toEqual([undefined])
    const { agent: second } = await type('http://127.0.0.1:10')
    await client.access.set({ agentId: second.id, credentials: [{ kind: 'bearer', token: 't' }] })
    await type('http://127.0.0.1:11')
    window = await window.reopen()
    expect(await addresses()).toEqual([nobody, 'http://127.0.0.1:10'])
  })

  test('is the agent that is known already', async () => {
    const good = await untilTestEnds(namedAgent('v1.0').start())
    const { agent } = await type(good.url)
    expect((await type(`<${good.url}>,`)).agent.id).toBe(agent.id)
  })

  test.each(['2130706433', 'http://0x7f.1', 'file:///etc/passwd'])(
    '%s is refused, and nothing is sent',
    async (address) => {
      await expect(type(address)).rejects.toThrow(/neither|isn’t an IP address/)
      expect(await addresses()).toEqual([])
      expect(await window.engine.record.count()).toBe(0)
    },
  )
})

describe('the other scheme is offered', () => {
  async function listening(server: Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  }

  test('https where http was typed', async () => {
    const { certificatePem, keyPem } = serverCertificate
    const port = await listening(createTlsServer({ cert: certificatePem, key: keyPem }))
    const { discovery } = await type(`http://127.0.0.1:${port}/a2a`)
    expect(discovery).toMatchObject({ problem: { instead: `https://127.0.0.1:${port}/a2a` } })
    expect(discovery.attempts).toHaveLength(1)
  })

  test('https where the server says so in words', async () => {
    const { url } = await untilTestEnds(namedAgent('host-tls-told').start())
    const { discovery } = await type(url)
    expect(discovery).toMatchObject({
      problem: {
        sentence: expect.stringMatching(/uses TLS on this port: “Client sent an HTTP request/),
        instead: url.replace('http:', 'https:'),
      },
    })
  })

  test('http where https was typed', async () => {
    const port = await listening(createHttpServer())
    const { discovery } = await type(`https://127.0.0.1:${port}`)
    expect(discovery).toMatchObject({ problem: { instead: `http://127.0.0.1:${port}` } })
  })
})

test('the demo agent is one entry, and choosing it starts it again', async () => {
  const { id, address } = await window.client.demo.start()
  window = await window.reopen()
  expect(await window.client.agents.list()).toMatchObject([{ id, demo: 'open' }])
  // Chosen, but not running.
  expect(await window.client.card.discover({ agentId: id })).toMatchObject({
    found: true,
    card: { name: 'Travel concierge' },
  })
  window = await window.reopen()
  const holder = createHttpServer()
  await new Promise<void>((resolve) => holder.listen(Number(new URL(address).port), '127.0.0.1', resolve))
  onTestFinished(() => void holder.close())
  const discovery = await window.client.card.discover({ agentId: id })
  expect([discovery.found, discovery.found && discovery.changed]).toEqual([true, undefined])
  const [demo, ...others] = await window.client.agents.list()
  expect([demo?.id, demo?.address !== address, others]).toEqual([id, true, []])
  expect((await window.client.demo.start()).id).toBe(id)
})
