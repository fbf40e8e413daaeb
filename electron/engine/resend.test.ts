// Resent requests with real agents: what reaches them, what is recorded, what is refused.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endedExchange } from '#testing/engine/ended-exchange.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../e2e/agents/agent.ts'

const token = 'a-token-nobody-may-see'
let window: TestWindow
let rpc: Agent
let every: Agent
let other: Agent
let rpcId = ''
let first = ''

beforeAll(async () => {
  window = await openWindow()
  rpc = await agent({ dialect: '1.0' })
  other = await agent({ dialect: '1.0' })
  every = await agent({ dialect: ['1.0', '1.0-rest', '0.3', '1.0-grpc'] })
  await window.connect(rpc.url)
  await window.connect(every.url)
  rpcId = await window.idOf(rpc.url)
  await window.client.access.set({ agentId: rpcId, credentials: [{ kind: 'bearer', token }] })
  first = (await window.client.conversation.send({ agentId: rpcId, text: 'direct ☂ first', stream: false }))
    .exchangeId
})
afterAll(async () => {
  await Promise.all([rpc.close(), every.close(), other.close()])
  await window.close()
})

const ended = (exchangeId: string) => endedExchange(window.client, exchangeId)
const last = (server: Agent) => server.requests.at(-1)

test('a request is resent byte for byte, with the secret it carried', async () => {
  const before = last(rpc)
  const { exchangeId } = await window.client.again.resend({ exchangeId: first })
  const { row } = await ended(exchangeId)
  const after = last(rpc)
  expect(after?.bytes).toEqual(before?.bytes)
  expect(after?.headers).toContainEqual(['Authorization', `Bearer ${token}`])
  expect(row).toMatchObject({ label: 'SendMessage', operation: 'send', status: 200, kind: 'operation' })
  expect(window.disk()).not.toContain(token)
})

test('an edited body reaches the agent byte for byte, right or wrong', async () => {
  const draft = await window.client.again.draft({ exchangeId: first })
  expect(draft).toMatchObject({ method: 'POST', dialect: '1.0', binding: 'JSONRPC', body: { kind: 'text' } })
  expect(JSON.stringify(draft)).not.toContain(token)
  const text = '{ "jsonrpc": "2.0",\n\t"method": "SendMessage", "id": 7, "params": {"message": } ☂'
  const { exchangeId } = await window.client.again.send({
    ...draft,
    headers: [...draft.headers.map(([name, value]): [string, string] => [name, value]), ['X-Try', 'again']],
    body: { kind: 'text', text },
    from: first,
    credentials: false,
  })
  const { row } = await ended(exchangeId)
  expect(last(rpc)?.body.toString()).toBe(text)
  expect(last(rpc)?.headers).toContainEqual(['X-Try', 'again'])
  expect(last(rpc)?.headers).toContainEqual(['Authorization', `Bearer ${token}`])
  expect(row).toMatchObject({ kind: 'raw', state: 'done' })
})

test('any bytes can be sent, to anybody', async () => {
  const bytes = Buffer.from([0, 255, 128, 10, 34])
  const { exchangeId } = await window.client.again.send({
    method: 'PUT',
    url: `${other.url}/anywhere?q=1`,
    headers: [['Content-Type', 'application/octet-stream']],
    body: { kind: 'bytes', base64: bytes.toString('base64') },
    credentials: false,
  })
  await ended(exchangeId)
  expect(last(other)?.bytes.subarray(-bytes.byteLength)).toEqual(bytes)
  expect(last(other)).toMatchObject({ method: 'PUT' })
})

test('a secret does not follow a request to another address', async () => {
  const draft = await window.client.again.draft({ exchangeId: first })
  const sent = window.client.again.send({
    ...draft,
    headers: draft.headers.map(([name, value]): [string, string] => [name, value]),
    url: other.url,
    from: first,
    credentials: false,
  })
  await expect(sent).rejects.toThrow('secret of another address')
})

test.each([
  ['another scheme', (url: string) => url.replace('http:', 'https:')],
  ['another port', (url: string) => url.replace(/:\d+/, ':1')],
])('nor to %s of its host', async (_, moved) => {
  const { url, ...draft } = await window.client.again.draft({ exchangeId: first })
  const headers = draft.headers.map(([name, value]): [string, string] => [name, value])
  const sent = window.client.again.send({
    ...draft,
    headers,
    url: moved(url),
    from: first,
    credentials: false,
  })
  await expect(sent).rejects.toThrow('secret of another address')
})

test('a mark that was only written down gives no secret to the address it is sent to', async () => {
  const draft = await window.client.again.draft({ exchangeId: first })
  const [mark = ''] = JSON.stringify(draft).match(/\[secret:\w+\]/) ?? []
  const output = await window.client.again.send({
    method: 'POST',
    url: `${other.url}/x`,
    headers: [],
    body: { kind: 'text', text: 'nothing yet' },
    credentials: false,
  })
  const sent = window.client.again.send({
    method: 'POST',
    url: `${other.url}/x`,
    headers: [['X-Stolen', mark]],
    body: { kind: 'none' },
    from: output.exchangeId,
    credentials: false,
  })
  await expect(sent).rejects.toThrow('secret of another address')
  expect(JSON.stringify(last(other)?.headers)).not.toContain(token)
})

describe('the same operation over another version or binding', () => {
  test.each([
    ['1.0', 'HTTP+JSON', 'POST /message:send'],
    ['0.3', 'JSONRPC', 'message/send'],
    ['1.0', 'GRPC', 'SendMessage'],
  ] as const)('as %s over %s', async (dialect, binding, label) => {
    const discovery = await window.client.card.current({ agentId: await window.idOf(every.url) })
    const connection = discovery?.found
      ? discovery.interfaces.find((each) => each.dialect === dialect && each.binding === binding)
      : undefined
    const agentId = await window.idOf(every.url)
    const callOutcome = await window.client.conversation.send({ agentId, text: 'direct same', stream: false })
    const { exchangeId } = await window.client.again.inOtherWay({
      exchangeId: callOutcome.exchangeId,
      way: { url: connection?.interface.url ?? '', dialect, binding },
    })
    const { row } = await ended(exchangeId)
    expect(row).toMatchObject({ label, dialect, binding, state: 'done' })
    expect(row.code).toBeUndefined()
  })
})

test('a gRPC call is resent and edited as its message', async () => {
  const discovery = await window.client.card.current({ agentId: await window.idOf(every.url) })
  const connection = discovery?.found
    ? discovery.interfaces.find(({ binding }) => binding === 'GRPC')
    : undefined
  const agentId = await window.idOf(every.url)
  const callOutcome = await window.client.conversation.send({ agentId, text: 'direct one', stream: false })
  const grpc = await window.client.again.inOtherWay({
    exchangeId: callOutcome.exchangeId,
    way: { url: connection?.interface.url ?? '', dialect: '1.0', binding: 'GRPC' },
  })
  const again = await window.client.again.resend({ exchangeId: grpc.exchangeId })
  expect((await ended(again.exchangeId)).row).toMatchObject({
    label: 'SendMessage',
    binding: 'GRPC',
    status: 200,
  })
  const draft = await window.client.again.draft({ exchangeId: grpc.exchangeId })
  const text = draft.body.kind === 'text' ? draft.body.text.replace('direct one', 'direct two') : ''
  const edited = await window.client.again.send({
    ...draft,
    method: 'SendMessage',
    headers: [],
    body: { kind: 'text', text },
    credentials: false,
  })
  const { entries } = await ended(edited.exchangeId)
  expect(JSON.stringify(entries)).toContain('direct two')
})

test('a stream that was sent again can be stopped', async () => {
  const agentId = await window.idOf(every.url)
  const client = window.client
  const draft = {
    agentId,
    dialect: '1.0',
    binding: 'JSONRPC',
    method: 'POST',
    url: every.url,
    headers: [['Content-Type', 'application/json']] as [string, string][],
    credentials: false,
    body: {
      kind: 'text',
      text: JSON.stringify({
        jsonrpc: '2.0',
        id: 'x',
        method: 'SendStreamingMessage',
        params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'long' }] } },
      }),
    },
  } as const
  const { exchangeId } = await client.again.send({ ...draft, headers: [...draft.headers] })
  expect(await client.tasks.cut({ exchangeId })).toEqual({ cut: true })
  expect((await ended(exchangeId)).row).toMatchObject({ state: 'failed', failure: 'aborted' })
})
