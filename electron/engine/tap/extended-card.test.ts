// The extended card through a tap, for every request that a version has for it: its addresses are at the tap, and
// addresses that are not are reported.

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { Tap } from '#shared/contract/taps.ts'
import type { Entry } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { voices } from '../../../e2e/agents/voices.ts'

const toClose: (() => unknown)[] = []
let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
  toClose.push(() => window.close())
})
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

interface Printed {
  readonly body: Buffer | string
  readonly headers?: Readonly<Record<string, string>>
}

/** Serves a public card with the addresses `/rpc` and `/rest`; `print` responds to all else. */
async function serving(
  print: (request: IncomingMessage, own: string) => Printed,
  more: object = {},
): Promise<string> {
  let own = ''
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (request.url !== '/.well-known/agent-card.json') {
      const { body, headers = { 'Content-Type': 'application/json' } } = print(request, own)
      return void response.writeHead(200, headers).end(body)
    }
    return void response.end(JSON.stringify(card(own, more)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose.push(() => server.close())
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return own
}

const card = (own: string, more: object = {}) => ({
  ...{ name: 'Several', description: '', version: '1', capabilities: { extendedAgentCard: true } },
  ...{ defaultInputModes: [], defaultOutputModes: [], skills: [] },
  supportedInterfaces: [
    { url: `${own}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: `${own}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  ...more,
})
const older = (own: string) => ({
  ...{ name: 'Older', url: `${own}/rpc`, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' },
  additionalInterfaces: [
    { url: '/rest', transport: 'HTTP+JSON' },
    { url: 'http://more.test:8080/internal', transport: 'JSONRPC' },
  ],
  signatures: [{ protected: 'e30', signature: 'AA' }],
})

async function tapOf(address: string): Promise<Tap> {
  return window.client.taps.start({ agentId: await window.idOf(address) })
}
const listed = async () => {
  await window.engine.taps.recorded()
  return (await window.client.taps.list())[0]?.notices
}

async function lastOf(tap: Tap): Promise<readonly Entry[]> {
  await window.engine.taps.recorded()
  const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 100 })
  const all = await Promise.all(rows.map(({ id }) => window.entries(id)))
  const own = new URL(tap.address).origin
  return all.findLast(([first]) => first?.kind === 'request' && first.call.via?.tap === own) ?? []
}
const notesIn = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.kind === 'note' ? [entry.text] : []))

const moved = 'The tap served this card with its addresses moved to the tap.'
const unsigned = 'Its signature would no longer be valid and was left out.'
const bypassing = 'Calls to http://more.test:8080/internal bypass the tap.'

test.each<readonly [string, string, string | undefined]>([
  ['JSON-RPC, 0.3', '/rpc', 'agent/getAuthenticatedExtendedCard'],
  ['JSON-RPC, 0.2.6', '/rpc', 'agent/authenticatedExtendedCard'],
  ['HTTP+JSON, 0.3', '/rest/v1/card', undefined],
  ['plain HTTP, 0.2', '/agent/authenticatedExtendedCard', undefined],
  ['HTTP+JSON, 1.0', '/rest/extendedAgentCard?x=1', undefined],
  ['HTTP+JSON, 1.0, of a tenant', '/rest/acme/extendedAgentCard', undefined],
])('%s: moved, and what it names beyond the public card is told', async (_way, path, method) => {
  const own = await serving((_request, at) => {
    const json = JSON.stringify(older(at))
    return { body: method === undefined ? json : `{"id": 1, "jsonrpc": "2.0", "result": ${json}}` }
  })
  const tap = await tapOf(own)
  const request = method === undefined ? {} : { method: 'POST', body: rpc(method) }
  const served = await (await fetch(new URL(path, tap.address), request)).json()
  const place = new URL(tap.address).origin
  const { signatures: _, ...rest } = older(place)
  expect(method === undefined ? served : served.result).toEqual({
    ...rest,
    additionalInterfaces: [{ url: `${place}/rest`, transport: 'HTTP+JSON' }, rest.additionalInterfaces[1]],
  })
  const entries = await lastOf(tap)
  expect(notesIn(entries)).toEqual([moved, unsigned, bypassing])
  expect(entries.at(-1)).toMatchObject({ kind: 'end', body: { text: expect.stringContaining(`${own}/rpc`) } })
  expect(await listed()).toEqual([bypassing])
})

const rpc = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method })

test('over JSON-RPC all but the card stays as it was written, compressed or not', async () => {
  const around = [
    '{ "id":12345678901234567890,"x" : 1.50 , "result" : ',
    ' ,\n"jsonrpc":"2.0", "é":"\\u00e9" }',
  ]
  const own = await serving((_request, at) => ({
    body: gzipSync(around.join(JSON.stringify(card(at)))),
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'X-Own': 'kept' },
  }))
  const tap = await tapOf(own)
  const answer = await fetch(`${tap.address}/rpc`, { method: 'POST', body: rpc('GetExtendedAgentCard') })
  expect(await answer.text()).toBe(around.join(JSON.stringify(card(new URL(tap.address).origin))))
  expect(answer.headers.get('x-own')).toBe('kept')
})

test.each([
  ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32007,"message":"none"}}', []],
  ['no JSON', 'nothing', []],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d]), [unread()]],
])('%s passes as it came', async (_what, body, notes) => {
  const own = await serving(() => ({ body }))
  const tap = await tapOf(own)
  const answer = await fetch(`${tap.address}/rpc`, { method: 'POST', body: rpc('GetExtendedAgentCard') })
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(body))).toBe(true)
  expect(notesIn(await lastOf(tap))).toEqual(notes)
  expect(await listed()).toEqual(notes)
})

function unread(): string {
  return 'A card was served as it came: the tap couldn’t read it. Calls to the addresses in it bypass the tap.'
}

test('one that is too large goes on as it came, while it comes', async () => {
  const size = 17 * 1024 * 1024
  const own = await serving((_request, at) => ({
    body: JSON.stringify(card(at, { description: 'x'.repeat(size) })),
  }))
  const tap = await tapOf(own)
  const served = await (await fetch(`${tap.address}/rest/extendedAgentCard`)).json()
  expect(served.supportedInterfaces).toEqual(card(own).supportedInterfaces)
  expect(notesIn(await lastOf(tap))).toEqual([unread()])
})

test('faults reach the card that the tap serves', async () => {
  const own = await serving((_request, at) => ({ body: JSON.stringify(card(at)) }))
  const tap = await tapOf(own)
  await window.client.taps.setFaults({
    id: tap.id,
    faults: [{ route: 'extended-card', kind: 'delay', value: 1 }],
  })
  const served = await fetch(`${tap.address}/rest/extendedAgentCard`)
  expect(await served.json()).toEqual(card(new URL(tap.address).origin))
  expect(notesIn(await lastOf(tap))).toEqual([expect.stringContaining('injected'), moved])
})

type GrpcName = '0.3-grpc' | '1.0-grpc'

async function grpcAgent(dialect: GrpcName): Promise<Agent & { readonly grpcAddress: string }> {
  const extended: Record<string, JsonValue> = {}
  const made = await agent({ dialect, extendedCard: extended })
  toClose.push(made.close)
  const { grpcAddress = '' } = made
  const signatures = [{ protected: 'e30', signature: 'AA' }]
  Object.assign(
    extended,
    dialect === '1.0-grpc'
      ? {
          ...{ name: 'More of it', version: '1', signatures },
          supportedInterfaces: [
            { url: grpcAddress, protocolBinding: 'GRPC', protocolVersion: '1.0', tenant: 'acme' },
            { url: 'http://more.test:8080/internal', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
        }
      : {
          ...{ name: 'More of it', version: '1', signatures, url: grpcAddress, preferredTransport: 'GRPC' },
          additionalInterfaces: [{ url: 'http://more.test:8080/internal', transport: 'JSONRPC' }],
        },
  )
  return { ...made, grpcAddress }
}

test.each<GrpcName>(['0.3-grpc', '1.0-grpc'])('%s: the one message is written anew', async (name) => {
  const behind = await grpcAgent(name)
  const tap = await tapOf(behind.url)
  const { host } = new URL(tap.address)
  const request = async (grpcAddress: string) => {
    const voice = voices[name]({ ...behind, grpcAddress })
    const answer = await voice.ask('card', {})
    voice.close()
    return JSON.stringify(answer)
  }
  const direct = await request(behind.grpcAddress)
  expect(direct).toContain('signatures')
  const expected = JSON.parse(direct.replaceAll(behind.grpcAddress, host), (key, value) =>
    key === 'signatures' ? undefined : value,
  )
  expect(JSON.parse(await request(host))).toEqual(expected)
  expect(notesIn(await lastOf(tap))).toEqual([moved, unsigned, bypassing])
  expect(await lastOf(tap)).toContainEqual(
    expect.objectContaining({
      kind: 'frame',
      data: expect.objectContaining({ text: expect.stringContaining(behind.grpcAddress) }),
    }),
  )
  expect(await listed()).toEqual([bypassing])
})

test('a signed card is served as it is where that is chosen, also after a restart; what then bypasses the tap is listed', async () => {
  const signatures = [{ protected: 'e30', signature: 'AA' }]
  const own = await serving((_request, at) => ({ body: JSON.stringify(older(at)) }), { signatures })
  const tap = await tapOf(own)
  const all = `Calls to ${own}/rpc and ${own}/rest bypass the tap.`
  const { id } = tap
  expect(tap).toMatchObject({ isSigned: true, signedCards: 'rewritten' })
  expect(tap.notices).toEqual(['The card of Several is signed; the tap serves it without its signature.'])
  const chosen = await window.client.taps.setSignedCards({ id, signedCards: 'as-is' })
  expect(chosen.notices).toEqual(['The card of Several is signed; the tap serves it as it is.', all])
  const publicCard = new URL('/.well-known/agent-card.json', tap.address)
  expect(await (await fetch(publicCard)).json()).toEqual(card(own, { signatures }))
  expect(notesIn(await lastOf(tap))).toEqual([
    'The tap served this card as it came, with its signature.',
    all,
  ])
  expect(await (await fetch(`${tap.address}/rest/v1/card`)).json()).toEqual(older(own))
  expect((await listed())?.[1]).toBe(
    `Calls to ${own}/rpc, ${own}/rest, /rest and http://more.test:8080/internal bypass the tap.`,
  )
  window = await window.reopen()
  const state = async () => (await window.client.taps.list())[0]?.state
  await expect.poll(state, { timeout: 15_000 }).toBe('listening')
  expect((await window.client.taps.list())[0]).toMatchObject({
    signedCards: 'as-is',
    notices: chosen.notices,
  })
  await window.client.taps.setSignedCards({ id, signedCards: 'rewritten' })
  expect(await (await fetch(publicCard)).json()).toEqual(card(new URL(tap.address).origin))
})

test('a card that is not signed is rewritten whatever is chosen', async () => {
  const own = await serving((_request, at) => ({ body: JSON.stringify(card(at)) }))
  const agentId = await window.idOf(own)
  const tap = await window.client.taps.start({ agentId, signedCards: 'as-is' })
  expect(tap).toMatchObject({ isSigned: false, notices: [] })
  const served = await (await fetch(`${tap.address}/rest/extendedAgentCard`)).json()
  expect(served).toEqual(card(new URL(tap.address).origin))
})

test.each<GrpcName>(['0.3-grpc', '1.0-grpc'])('%s: a signed message passes as it came', async (name) => {
  const behind = await grpcAgent(name)
  const agentId = await window.idOf(behind.url)
  const tap = await window.client.taps.start({ agentId, signedCards: 'as-is' })
  const request = async (grpcAddress: string) => {
    const voice = voices[name]({ ...behind, grpcAddress })
    const answer = await voice.ask('card', {})
    voice.close()
    return answer
  }
  expect(await request(new URL(tap.address).host)).toEqual(await request(behind.grpcAddress))
  const all = `Calls to ${behind.grpcAddress} and http://more.test:8080/internal bypass the tap.`
  expect(await listed()).toEqual([all])
  expect((await window.client.taps.list())[0]?.isSigned).toBe(true)
})
