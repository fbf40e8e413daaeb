// A remote card leads no caller of a tap to this machine or its network; a local card does.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectionSettings } from '#shared/contract/connection-settings.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { rawPost } from '#testing/engine/raw-request.ts'

const toClose: (() => unknown)[] = []
let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
  toClose.push(window.close)
})
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

const interfaceAt = (url: string, protocolBinding = 'JSONRPC') => ({
  ...{ url, protocolBinding, protocolVersion: '1.0' },
})
function cardOf(supportedInterfaces: readonly object[]): string {
  return JSON.stringify({
    ...{ name: 'Far', description: '', version: '1', capabilities: {}, skills: [], supportedInterfaces },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
  })
}

/** Serves the card under any host name, itself or as a proxy for every name. */
async function serving(card: (origin: string) => string) {
  const posted: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://here')
    if (request.method === 'POST') posted.push(request.url ?? '')
    if (request.method === 'GET' && pathname !== '/.well-known/agent-card.json')
      return void response.writeHead(404).end()
    response.setHeader('content-type', 'application/json')
    return void response.end(request.method === 'GET' ? card(origin) : '{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, posted }
}

const far = 'http://agent.example'
const near = [
  'http://127.0.0.1:9/rpc',
  'http://169.254.169.254/latest',
  'http://10.0.0.5:8080/',
  'http://[::1]:9/',
  'http://[::ffff:127.0.0.1]:9/',
  'http://2130706433:9/',
  'http://metadata.google.internal/',
  'http://localhost.:9/',
]

async function farTap(card: string, substitutes: ConnectionSettings['substitutes'] = []) {
  const proxy = await serving(() => card)
  const agentId = await window.idOf(`${far}/`)
  const settings = { substitutes, extensions: [], network: { proxyUrl: proxy.origin } }
  await window.client.agents.configure({ agentId, settings })
  return { tap: await window.client.taps.start({ agentId }), posted: proxy.posted }
}

test('a tap forwards to no near address that a card from elsewhere names, and says which bypass it', async () => {
  const card = cardOf([
    interfaceAt(`${far}/rpc`),
    ...near.map((url) => interfaceAt(url)),
    interfaceAt('127.0.0.1:50051', 'GRPC'),
  ])
  const { tap, posted } = await farTap(card)
  expect(tap.origins).toEqual([far])
  const [notice = ''] = tap.notices
  for (const url of [...near, '127.0.0.1:50051']) expect(notice).toContain(url)
  expect(notice).toMatch(/bypass the tap: the card comes from elsewhere/)
  for (let place = 2; place < 12; place++)
    expect((await rawPost(`${tap.address}/tap-origin-${place}/rpc`, '{}')).status).toBe(421)
  expect((await rawPost(`${tap.address}/rpc`, '{}')).status).toBe(200)
  expect(posted).toEqual([`${far}/rpc`])

  const served = await (await fetch(`${tap.address}/.well-known/agent-card.json`)).json()
  const urls = served.supportedInterfaces.map(({ url }: { readonly url: string }) => url)
  expect(urls).toEqual([`${tap.address}/rpc`, ...near, '127.0.0.1:50051'])
  await window.engine.taps.recorded()
  window.engine.record.flush()
  const { entries } = await window.engine.record.read({ after: 0, limit: 5_000 })
  const notes = entries.flatMap((entry) => (entry.kind === 'note' ? [entry.text] : []))
  expect(notes).toContain(notice)
})

test('the user may choose such an address all the same', async () => {
  const [from = ''] = near
  const to = 'http://127.0.0.1:7/'
  const { tap } = await farTap(cardOf([interfaceAt(from)]), [{ from, to }])
  expect(tap.origins).toEqual([far, new URL(to).origin])
})

test('a card from this machine leads to other ports of it, and of its network', async () => {
  const other = await serving(() => '')
  const card = () => cardOf([interfaceAt(`${other.origin}/rpc`), interfaceAt('http://10.0.0.5:8080/')])
  const here = await serving(card)
  const tap = await window.client.taps.start({ agentId: await window.idOf(here.origin) })
  expect(tap.origins).toEqual([here.origin, other.origin, 'http://10.0.0.5:8080'])
  expect(tap.notices).toEqual([])
  expect((await rawPost(`${tap.address}/tap-origin-2/rpc`, '{}')).status).toBe(200)
  expect(other.posted).toEqual(['/rpc'])
})
