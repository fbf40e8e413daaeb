// The user's connection settings, seen from agents that need them.

import { createServer as createHttpServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { NetworkSettings } from '#shared/contract/connection-settings.ts'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { createTestClock, type TestClock } from '#testing/engine/test-clock.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../e2e/agents/agent.ts'
import { brokenAgent } from '../../e2e/agents/broken/broken-agent.ts'
import {
  expiredCertificate,
  serverCertificate,
  testAuthorityPem,
} from '../../e2e/agents/broken/certificates.ts'

let window: TestWindow
let clock: TestClock
beforeEach(async () => {
  clock = createTestClock()
  window = await openWindow({ clock })
})

/** Advances the clock once a timer of this duration is set. */
async function runOut(seconds: number): Promise<void> {
  await clock.untilTimer(seconds * 1_000)
  clock.advance(seconds * 1_000)
}
afterEach(() => window.close())

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** The kit's card behind TLS. */
async function secured({ certificatePem, keyPem }: typeof serverCertificate): Promise<string> {
  const { url } = await untilTestEnds(agent({ dialect: '1.0' }))
  const options = { cert: certificatePem, key: keyPem, allowHTTP1: true }
  const server = createSecureServer(options, (request, response) => {
    fetch(new URL(request.url, url)).then(async (answer) => {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' })
      response.end(await answer.text())
    })
  })
  return `https://127.0.0.1:${await listen(server)}`
}

async function configure(address: string, network: NetworkSettings): Promise<string> {
  const agentId = await window.idOf(address)
  await window.client.agents.configure({ agentId, settings: { ...defaultConnectionSettings, network } })
  return agentId
}

test.each([
  ['an authority nobody knows, once it is trusted', serverCertificate, { caPem: testAuthorityPem }],
  [
    'a certificate that has expired, once that is accepted',
    expiredCertificate,
    { acceptInvalidCertificate: true },
  ],
] as const)('%s', async (_what, certificate, network) => {
  const url = await secured(certificate)
  expect(await window.connect(url)).toMatchObject({ found: false, problem: { kind: 'unreachable' } })
  await configure(url, network)
  expect(await window.connect(url)).toMatchObject({ found: true })
})

test('an agent behind a proxy', async () => {
  const { url } = await untilTestEnds(agent({ dialect: '1.0' }))
  const requests: unknown[] = []
  const proxy = createHttpServer((request, response) => {
    requests.push(request.url)
    fetch(String(request.url)).then(async (answer) => response.end(await answer.text()))
  })
  await configure(url, { proxyUrl: `http://127.0.0.1:${await listen(proxy)}` })
  expect(await window.connect(url)).toMatchObject({ found: true })
  expect(requests).toContain(`${url}/.well-known/agent-card.json`)
})

test('HTTP/2 is left out where the user says so', async () => {
  const url = await secured(serverCertificate)
  const versionWith = async (network: NetworkSettings) => {
    await configure(url, { caPem: testAuthorityPem, ...network })
    const { attempts } = await window.connect(url)
    const [, response] = await window.entries(attempts[0]?.exchangeId ?? '')
    return response?.kind === 'response' ? response.connection?.httpVersion : undefined
  }
  expect([await versionWith({}), await versionWith({ onlyHttp1: true })]).toEqual(['2', '1.1'])
})

test('how long a connection may take is for the user to say', async () => {
  const { url } = await untilTestEnds(brokenAgent('silent-in-handshake'))
  // The default is ten seconds.
  await configure(url, { connectSeconds: 7 })
  const connecting = window.connect(url)
  await runOut(7)
  const { attempts } = await connecting
  const entries = await window.entries(attempts[0]?.exchangeId ?? '')
  expect(entries.at(-1)).toMatchObject({ kind: 'failure', failure: 'connect-timeout' })
})

test('how long an agent may think is for the user to say', async () => {
  const { url } = await untilTestEnds(agent({ dialect: '1.0', script: () => [{ step: 'hold' }] }))
  await window.connect(url)
  const agentId = await configure(url, { answerSeconds: 50 })
  const sent = window.client.conversation.send({ agentId, text: 'hi', stream: false })
  await runOut(50)
  const { exchangeId } = await sent
  expect((await window.entries(exchangeId)).at(-1)).toMatchObject({
    kind: 'failure',
    failure: 'first-byte-timeout',
  })
})

test('an agent without timeouts of its own has the default ones', async () => {
  const { url } = await untilTestEnds(agent({ dialect: '1.0', script: () => [{ step: 'hold' }] }))
  await window.connect(url)
  await window.client.preferences.write({ calls: { answerSeconds: 50 } })
  const agentId = await configure(url, { connectSeconds: 3 })
  const sent = window.client.conversation.send({ agentId, text: 'hi', stream: false })
  await runOut(50)
  const { exchangeId } = await sent
  expect((await window.entries(exchangeId)).at(-1)).toMatchObject({ failure: 'first-byte-timeout' })
})

test.each([
  ['what is no certificate', { caPem: 'trust me' }, /This isn’t a certificate/],
  ['a proxy with a password', { proxyUrl: 'http://ann:secret@127.0.0.1:3128' }, /./],
  ['a proxy of another kind', { proxyUrl: 'socks5://127.0.0.1:1080' }, /./],
])('%s is refused', async (_what, network, reason) => {
  await expect(configure('http://127.0.0.1:9', network)).rejects.toThrow(reason)
})
