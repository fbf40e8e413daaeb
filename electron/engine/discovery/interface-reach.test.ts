// A card with an unreachable address in the window, the record and the checks.

import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reach } from '#shared/contract/card.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { ranChecks } from '#testing/engine/run-checks.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { cardUrl } from '../../../e2e/agents/quirks/addresses.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

/** A port of this machine without a listener. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
}

const naming = async (url: string) =>
  (await untilTestEnds(agent({ dialect: '1.0', quirks: [cardUrl(() => url)] }))).url

async function reachOf(agentId: string): Promise<Reach | undefined> {
  const { signal } = new AbortController()
  for await (const reach of await window.client.card.reach({ agentId }, { signal })) return reach
  return undefined
}

const send = (agentId: string) => window.client.conversation.send({ agentId, text: 'direct', stream: false })

test('a closed port in the card is unanswered after the first call, and the card’s own address works in its place', async () => {
  const closed = await closedAddress()
  const url = await naming(`${closed}/`)
  const agentId = await window.idOf(url)
  await window.client.card.discover({ agentId })
  expect(await reachOf(agentId)).toEqual({ kind: 'unknown' })

  const { exchangeId } = await send(agentId)
  const sentence = `The card at ${url}/.well-known/agent-card.json names ${closed}/ as its address, where nothing answered. Try ${url}/?`
  const substitute = `${url}/`
  expect(await reachOf(agentId)).toEqual({ kind: 'unanswered', sentence, url: `${closed}/`, substitute })
  const [, failure] = await window.entries(exchangeId)
  expect(failure).toMatchObject({
    kind: 'failure',
    failure: 'refused',
    findings: [{ rule: 'PARLEY-CARD-033', severity: 'error', message: sentence }],
  })

  const substitutes = [{ from: `${closed}/`, to: substitute }]
  await window.client.agents.configure({ agentId, settings: { substitutes, extensions: [] } })
  expect(await send(agentId)).toMatchObject({ ended: 'complete' })
  expect(await reachOf(agentId)).toEqual({ kind: 'answered' })
})

test('an address that the card was read below is answered', async () => {
  const { url } = await untilTestEnds(agent({ dialect: '1.0' }))
  const agentId = await window.idOf(url)
  await window.client.card.discover({ agentId })
  expect(await reachOf(agentId)).toEqual({ kind: 'answered' })
})

test('an address without the prefix that a proxy strips is unanswered where the proxy has nothing', async () => {
  const { url } = await untilTestEnds(
    agent({
      dialect: '1.0',
      path: '/prefix/rpc',
      quirks: [
        { cardPaths: ['/prefix/.well-known/agent-card.json'] },
        cardUrl(({ origin }) => `${origin}/rpc`),
      ],
    }),
  )
  const { origin } = new URL(url)
  const agentId = await window.idOf(`${origin}/prefix`)
  await window.client.card.discover({ agentId })
  expect(await reachOf(agentId)).toEqual({ kind: 'unknown' })
  await send(agentId)
  expect(await reachOf(agentId)).toMatchObject({ kind: 'unanswered', substitute: `${origin}/prefix/rpc` })
})

test('a server that ended after it had answered is not taken for a wrong card', async () => {
  const started = await agent({ dialect: '1.0' })
  const agentId = await window.idOf(started.url)
  await window.client.card.discover({ agentId })
  await started.close()
  const { exchangeId } = await send(agentId)
  expect((await window.entries(exchangeId)).flatMap(({ findings = [] }) => findings)).toEqual([])
})

test('checks say once that nothing answers at the card’s address, and where else to try', async () => {
  const url = await naming(`${await closedAddress()}/`)
  const agentId = await window.idOf(url)
  await window.client.card.discover({ agentId })
  const { results, run } = await ranChecks(window, { agentId })
  expect(run?.problem).toMatchObject({
    kind: 'unreachable',
    sentence: expect.stringContaining(`where nothing answered. Try ${url}/?`),
  })
  expect(results.filter(({ outcome }) => outcome === 'inconclusive')).toEqual([])
})
