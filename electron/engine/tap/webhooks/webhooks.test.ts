// Webhooks through a tap, byte by byte, and requests that merely resemble them.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import type { Entry, RawHeaders, WebhookEntry } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { rawRequest } from '#testing/engine/raw-request.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

interface Got {
  readonly method: string
  readonly url: string
  readonly headers: RawHeaders
  readonly body: Buffer
}
interface Answer {
  readonly status?: number
  readonly headers?: RawHeaders
  readonly body?: string | Buffer
}

/** Records requests, and responds with `answer`. */
async function server(answer: (got: Got) => Answer = () => ({})) {
  const all: Got[] = []
  const made = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { rawHeaders, method = '', url = '' } = request
    const headers = Array.from({ length: rawHeaders.length / 2 }, (_, index): [string, string] => [
      rawHeaders[index * 2] ?? '',
      rawHeaders[index * 2 + 1] ?? '',
    ])
    const got = { method, url, headers, body: Buffer.concat(parts) }
    all.push(got)
    const { status = 200, headers: own = [], body = '' } = answer(got)
    response.sendDate = false
    response.writeHead(status, [...own, ['Content-Length', String(Buffer.byteLength(body))]].flat())
    response.end(body)
  })
  made.listen(0, '127.0.0.1')
  await once(made, 'listening')
  toClose.push(() => {
    made.closeAllConnections()
    made.close()
  })
  return { url: `http://127.0.0.1:${(made.address() as AddressInfo).port}`, all }
}

/** In their order and spelling. */
async function post(
  url: string,
  body: string | Buffer,
  headers: RawHeaders = [],
  agent: Agent | false = false,
) {
  const { host } = new URL(url)
  const length = ['Content-Length', String(Buffer.byteLength(body))] as const
  const all = [['Host', host] as const, ...headers, length]
  const sent = httpRequest(url, { method: 'POST', headers: all.flat(), agent })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() }
}

async function tapped(address: string, webhooks = true) {
  const window = await openWindow()
  toClose.push(() => window.close())
  const tap = await window.client.taps.start({ agentId: await window.idOf(address), webhooks })
  return { window, tap, place: new URL(tap.address).origin }
}

async function recorded({ engine }: TestWindow): Promise<readonly Entry[]> {
  await engine.taps.recorded()
  engine.record.flush()
  return (await engine.record.read({ after: 0, limit: 5_000 })).entries
}
async function notes(window: TestWindow): Promise<readonly string[]> {
  return (await recorded(window)).flatMap((entry) => (entry.kind === 'note' ? [entry.text] : []))
}
async function pushes(window: TestWindow): Promise<readonly WebhookEntry[]> {
  return (await recorded(window)).flatMap((entry) => (entry.kind === 'webhook' ? [entry] : []))
}

/** Other work may occupy the processor. */
const patience = { timeout: 20_000 }
const json = [['content-type', 'application/json']] as const
const set = (url: string, more = '') =>
  `{"jsonrpc":"2.0","id":1,"method":"CreateTaskPushNotificationConfig","params":{"taskId":"t-1","url":"${url}"${more}}}`
const working = JSON.stringify({
  statusUpdate: { taskId: 't-1', contextId: 'c-1', status: { state: 'TASK_STATE_WORKING' } },
})
const addressIn = (got: Got | undefined) =>
  /http:[^"\s]+\/tap-webhook\/[\w-]{32}/.exec(String(got?.body))?.[0] ?? ''

test('nothing of a request changes but that one string, in whatever way it is written', async () => {
  const webhook = await server()
  const own = await server()
  const { tap } = await tapped(own.url)
  const odd = (
    address: string,
    escaped = address,
  ) => `\uFEFF { "jsonrpc" : "2.0",\r\n\t"id": 9007199254740993, "id":1e400,
    "method":"SendMessage" , "params": {"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"ü\\u00fc\\/ ${address}"},
    {"url":"${address}"}, {"data":{"configuration":{"taskPushNotificationConfig":{"url":"${address}"}}}}]},
    "metadata":{"url":"${address}","pushNotificationConfig":{"url":"${address}"}},
    "configuration":{"x":[{}, [] ,null],"taskPush\\u004eotificationConfig":{ "\\u0075rl" :"${escaped}","token":"t" }}}} `
  const address = `${webhook.url}/höök?a=1&b=2`
  const escaped = address.replaceAll('/', '\\/').replace('ö', '\\u00f6')
  const requested = odd(address, escaped).replace('{"x"', '{"pushNotification":null,"x"')
  await post(`${tap.address}/`, requested, [...json, ['X-Twice', '1'], ['x-twice', '2']])
  const got = own.all.at(-1)
  const there = addressIn(got)
  expect(there).toMatch(new RegExp(`^${tap.address}/tap-webhook/`))
  expect(got?.body.toString()).toBe(requested.replace(`"${escaped}"`, `"${there}"`))
  expect(got?.headers.filter(([name]) => !/^(host|connection)$/i.test(name))).toEqual([
    ...json,
    ['X-Twice', '1'],
    ['x-twice', '2'],
    ['Content-Length', String(got?.body.byteLength)],
  ])
  // Requests without a webhook stay unchanged.
  const plain = requested
    .replaceAll('ushNotification', 'ullNotification')
    .replaceAll('ush\\u004e', 'ull\\u004e')
  await post(`${tap.address}/`, plain, json)
  expect(own.all.at(-1)?.body.toString()).toBe(plain)
})

test('a push goes on byte by byte, its answer comes back, and both are recorded, judged and masked', async () => {
  const answer = {
    status: 302,
    headers: [['Location', '/elsewhere'] as const, ['X-Own', 'a'] as const],
    body: 'moved ö',
  }
  const webhook = await server(() => answer)
  const own = await server()
  const { window, tap, place } = await tapped(own.url)
  const user = webhook.url.replace('://', '://us:a-password-77@')
  const registered =
    ',"token":"a-token-77","authentication":{"scheme":"Bearer","credentials":"some-credentials-77"}'
  await post(`${tap.address}/`, set(`${user}/hook?api_key=query-secret-77&x=1`, registered), json)
  const there = addressIn(own.all.at(-1))
  // Clients send the user of a URL as a header.
  expect(there).toContain('://us:a-password-77@127.0.0.1:')
  const at = there.replace('us:a-password-77@', '')
  const body = `${working}\n`
  const pushed = await post(`${at}?validationToken=v`, body, [
    ['X-A2A-Notification-Token', 'a-token-77'],
    ['authorization', 'Bearer some-credentials-77'],
    ['X-Odd', 'two  blanks'],
    ['Connection', 'X-Hop'],
    ['X-Hop', 'stays here'],
  ])
  expect(pushed).toMatchObject({
    status: 302,
    headers: { location: '/elsewhere', 'x-own': 'a' },
    text: 'moved ö',
  })
  expect(webhook.all).toHaveLength(1)
  const [got] = webhook.all
  expect([got?.url, got?.body.toString()]).toEqual([
    '/hook?api_key=query-secret-77&x=1&validationToken=v',
    body,
  ])
  expect(got?.headers.filter(([name]) => !/^connection$/i.test(name))).toEqual([
    ['Host', new URL(webhook.url).host],
    ['X-A2A-Notification-Token', 'a-token-77'],
    ['authorization', 'Bearer some-credentials-77'],
    ['X-Odd', 'two  blanks'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ])

  const [push] = await pushes(window)
  expect(push).toMatchObject({
    method: 'POST',
    path: expect.stringMatching(/^\/hook\?api_key=\[secret:.*&x=1&validationToken=\[secret:\w+\]$/),
    body: { text: body },
    remoteAddress: '127.0.0.1',
    dialect: '1.0',
    registration: { agentId: tap.agentId, taskId: 't-1' },
    verdict: { token: 'right', authorization: 'right' },
    via: {
      tap: expect.stringContaining(`${place}/tap-webhook/`),
      to: expect.stringContaining('/hook?api_key=[secret:'),
    },
  })
  const rest = (await recorded(window)).filter(({ exchangeId }) => exchangeId === push?.exchangeId).slice(1)
  expect(rest).toMatchObject([
    { kind: 'response', status: 302, connection: { remotePort: Number(new URL(webhook.url).port) } },
    { kind: 'end', body: { text: 'moved ö' } },
  ])
  const { rows } = await window.client.story.calls({ filter: '', offset: 0, limit: 10 })
  expect(rows).toMatchObject([{ state: 'done', status: 302, taskId: 't-1' }])
  expect(window.disk()).not.toMatch(/a-password-77|query-secret-77|a-token-77|some-credentials-77/)
})

test('a push about a task that its caller’s webhook was not registered for is a finding', async () => {
  const webhook = await server()
  const begun = { task: { id: 't-2', contextId: 'c-1', status: { state: 'TASK_STATE_WORKING' } } }
  const own = await server(({ body }) => {
    const { id, params } = JSON.parse(String(body) || '{}')
    const isRefused = params?.configuration?.taskPushNotificationConfig !== undefined
    const error = { code: -32603, message: 'Busy' }
    const answer = isRefused ? { error } : { result: params?.url ? params : begun }
    return { headers: json, body: JSON.stringify({ jsonrpc: '2.0', id, ...answer }) }
  })
  const { window, tap } = await tapped(own.url)
  await post(`${tap.address}/`, set(`${webhook.url}/hook`), json)
  const at = addressIn(own.all.at(-1))
  const message = '{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}'
  const refused = `{"taskPushNotificationConfig":{"url":"${webhook.url}/hook"}}`
  for (const configuration of [refused, '{"returnImmediately":true}']) {
    const params = `{"message":${message},"configuration":${configuration}}`
    await post(`${tap.address}/`, `{"jsonrpc":"2.0","id":2,"method":"SendMessage","params":${params}}`, json)
  }
  for (const body of [working, working.replace('t-1', 't-2')]) await post(at, body, json)
  const matches = (await pushes(window)).map(({ findings = [] }) => findings.map(({ rule }) => rule))
  expect(matches).toEqual([[], ['PARLEY-PUSH-003']])
})

test('the caller is shown its own address, and an answer without one is as it came', async () => {
  const webhook = await server()
  const config = (got: Got) => {
    const url = /"url":"([^"]*)"/.exec(String(got.body))?.[1] ?? stored
    stored = url
    return JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: { taskId: 't-1', id: 'c', url, note: `ü ${url}` },
    })
  }
  let stored = ''
  const isPacked = (got: Got) => got.url === '/packed'
  const own = await server((got) => {
    if (got.url === '/none') return { headers: [...json, ['ETag', '"x"']], body: '{"result": {} }' }
    const text = config(got)
    return isPacked(got)
      ? { headers: [...json, ['Content-Encoding', 'gzip']], body: gzipSync(text) }
      : { headers: [...json, ['X-Own', 'kept']], body: text.replaceAll('/', '\\/') }
  })
  const { window, tap } = await tapped(own.url)
  const address = `${webhook.url}/ä`
  for (const path of ['/', '/packed']) {
    const { text } = await post(`${tap.address}${path}`, set(address), json)
    expect(JSON.parse(text).result).toMatchObject({ url: address, note: `ü ${address}` })
    const get =
      '{"jsonrpc":"2.0","id":1,"method":"GetTaskPushNotificationConfig","params":{"taskId":"t-1","id":"c"}}'
    const again = await post(`${tap.address}${path}`, get, json)
    expect(JSON.parse(again.text).result.url).toBe(address)
  }
  const none = await post(`${tap.address}/none`, set(address), json)
  expect(none).toMatchObject({ text: '{"result": {} }', headers: { etag: '"x"' } })
  const shown = (await notes(window)).filter((text) => text.includes('the caller’s own webhook address'))
  expect(shown).toHaveLength(4)
  // The record has the agent's response, decompressed.
  const report = async () =>
    (await recorded(window)).filter(
      (entry) => entry.kind === 'end' && entry.body?.text?.includes('tap-webhook'),
    )
  await expect.poll(report, patience).toHaveLength(4)
})

test('what can’t be replaced passes as it came, and both the record and the list of taps say so', async () => {
  const own = await server()
  const { window, tap, place } = await tapped(own.url)
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
  const { listening } = await window.client.receiver.state()
  const stored = [
    `${place}/tap-webhook/${'k'.repeat(32)}`,
    `${place.replace('127.0.0.1', 'localhost')}/x`,
    `http://127.0.0.1:${listening?.port}/hook/x`,
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://127.0.0.1/',
    'nonsense',
    `http://127.0.0.1/${'x'.repeat(10_000)}`,
  ]
  for (const url of stored) {
    await post(`${tap.address}/`, set(url), json)
    expect(own.all.at(-1)?.body.toString()).toBe(set(url))
  }
  const large = set('http://127.0.0.1:9/large', `,"id":"${'x'.repeat(4 * 1024 * 1024)}"`)
  await post(`${tap.address}/`, large, json)
  expect(own.all.at(-1)?.body.toString() === large).toBe(true)
  const chunked = httpRequest(`${tap.address}/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  })
  chunked.write(large.slice(0, 100))
  chunked.end(large.slice(100))
  await once(chunked, 'response')
  expect(own.all.at(-1)?.body.toString() === large).toBe(true)
  const packed = gzipSync(set('http://127.0.0.1:9/packed'))
  await post(`${tap.address}/`, packed, [...json, ['Content-Encoding', 'gzip']])
  expect(own.all.at(-1)?.body.equals(packed)).toBe(true)

  const texts = await notes(window)
  expect(texts.filter((text) => text.startsWith('Push notifications to'))).toHaveLength(stored.length + 2)
  expect(texts.at(-1)).toBe(
    'If this request names a webhook, its push notifications bypass the tap. The request is compressed.',
  )
  const [now] = await window.client.taps.list()
  expect(now?.notices.at(-1)).toBe(`Push notifications to 4 more addresses bypass the tap.`)
})

test('without the choice nothing is replaced, and the list of taps says what bypasses it', async () => {
  const webhook = await server()
  const own = await server()
  const { window, tap } = await tapped(own.url, false)
  await post(`${tap.address}/`, set(webhook.url), json)
  expect(own.all.at(-1)?.body.toString()).toBe(set(webhook.url))
  const [now] = await window.client.taps.list()
  expect(now?.notices).toContain(`Push notifications to ${webhook.url} bypass the tap.`)
  expect(await notes(window)).toEqual([])
  // Addresses that an agent got stay valid when the setting changes.
  await window.client.taps.setWebhooks({ id: tap.id, webhooks: true })
  await post(`${tap.address}/`, set(`${webhook.url}/hook`), json)
  const there = addressIn(own.all.at(-1))
  await window.client.taps.setWebhooks({ id: tap.id, webhooks: false })
  await post(`${tap.address}/`, set(`${webhook.url}/off`), json)
  expect(addressIn(own.all.at(-1))).toBe('')
  expect((await post(there, working)).status).toBe(200)
  expect(webhook.all.map(({ url }) => url)).toEqual(['/hook'])
})

test('a push leads nowhere but to what a caller named: not to a name that has become Parley’s own, nor by a guess', async () => {
  const webhook = await server()
  const own = await server()
  const { window, tap, place } = await tapped(own.url)
  const { port } = new URL(webhook.url)
  await post(`${tap.address}/`, set(`http://localhost:${port}/hook`), json)
  const there = addressIn(own.all.at(-1))
  expect((await post(there, working)).status).toBe(200)
  // The port now belongs to Parley.
  const forget = window.engine.ownPorts.add(Number(port))
  const refused = await post(there, working)
  expect([refused.status, refused.text]).toEqual([508, expect.stringContaining('Nothing was forwarded')])
  forget()
  expect((await post(there, working)).status).toBe(200)
  expect(webhook.all).toHaveLength(2)
  const guessed = await post(`${place}/tap-webhook/${'k'.repeat(32)}`, working)
  expect([guessed.status, guessed.text]).toEqual([404, expect.stringContaining('or no longer')])
  for (const path of [`${new URL(there).pathname}/../../x`, `${new URL(there).pathname}/x`])
    await rawRequest(
      Number(new URL(place).port),
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
  expect(webhook.all).toHaveLength(2)
  const [first] = (await pushes(window)).slice(1)
  const failed = (await recorded(window)).find(
    (entry) => entry.exchangeId === first?.exchangeId && entry.kind === 'failure',
  )
  expect(failed).toMatchObject({ failure: 'address', message: expect.stringContaining('Parley itself') })
})

test('a webhook that is away, breaks off or is left by the agent is said to be that', async () => {
  const own = await server()
  const { window, tap } = await tapped(own.url)
  const broken = createServer((request) => request.socket.destroy())
  broken.listen(0, '127.0.0.1')
  await once(broken, 'listening')
  const silent = createServer(() => undefined)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  toClose.push(() => [broken, silent].map((each) => [each.closeAllConnections(), each.close()]))
  const portOf = (each: typeof broken) => (each.address() as AddressInfo).port
  const named = async (url: string) => {
    await post(`${tap.address}/`, set(url), json)
    return addressIn(own.all.at(-1))
  }
  const free = createServer()
  free.listen(0, '127.0.0.1')
  await once(free, 'listening')
  const freePort = portOf(free)
  free.close()
  await once(free, 'close')
  expect((await post(await named(`http://127.0.0.1:${freePort}/`), working)).text).toContain(
    'Is the webhook running',
  )
  expect((await post(await named(`http://127.0.0.1:${portOf(broken)}/`), working)).status).toBe(502)
  const there = new URL(await named(`http://127.0.0.1:${portOf(silent)}/`))
  const text = `POST ${there.pathname} HTTP/1.1\r\nHost: ${there.host}\r\nContent-Length: 2\r\n\r\n{}`
  await rawRequest(Number(there.port), text, { hangUp: true })
  await expect
    .poll(
      async () =>
        (await recorded(window)).flatMap((entry) => (entry.kind === 'failure' ? [entry.message] : [])),
      patience,
    )
    .toEqual([
      expect.stringContaining('refused the connection'),
      expect.any(String),
      expect.stringContaining('The agent ended this call'),
    ])
  const texts = (await notes(window)).filter((each) => each.startsWith('The webhook didn’t respond'))
  expect(texts).toHaveLength(2)
  const { rows } = await window.client.story.calls({ filter: '', offset: 0, limit: 10 })
  expect(rows.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
})

test('over a restart agents still reach the webhooks that they know, also one whose address has a secret', async () => {
  const webhook = await server()
  const own = await server()
  const { window, tap } = await tapped(own.url, false)
  await window.client.taps.setWebhooks({ id: tap.id, webhooks: true })
  const urls = [`${webhook.url}/plain`, `${webhook.url}/secret?token=in-the-address-77`]
  const theres: string[] = []
  for (const url of urls) {
    await post(`${tap.address}/`, set(url, ',"token":"a-token-of-77-chars"'), json)
    theres.push(addressIn(own.all.at(-1)))
  }
  await recorded(window)
  toClose.pop()
  const again = await window.reopen()
  toClose.push(() => again.close())
  await expect
    .poll(async () => (await again.client.taps.list())[0], patience)
    .toMatchObject({ state: 'listening', webhooks: true })
  for (const there of theres)
    await post(there, working, [['X-A2A-Notification-Token', 'a-token-of-77-chars']])
  expect(webhook.all.map(({ url }) => url)).toEqual(['/plain', '/secret?token=in-the-address-77'])
  expect((await pushes(again)).map(({ verdict }) => verdict?.token)).toEqual(['right', 'right'])
  expect(again.disk()).not.toMatch(/in-the-address-77|a-token-of-77-chars/)
  // A removed tap deletes its webhooks.
  await again.client.taps.remove({ id: tap.id })
  await again.engine.taps.close()
  expect(again.disk()).not.toContain('"key"')
})

test('of five thousand webhooks the newest are known, one that is named again keeps its address, and memory is bounded', {
  tags: ['full'],
  timeout: 120_000,
}, async () => {
  const webhook = await server()
  const own = await server()
  const { window, tap } = await tapped(own.url)
  const agent = new Agent({ keepAlive: true })
  toClose.push(() => agent.destroy())
  await post(`${tap.address}/`, set(`${webhook.url}/same`), json, agent)
  const same = addressIn(own.all.at(-1))
  for (let from = 0; from < 5_000; from += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => set(`${webhook.url}/hook/${from + index}`))
    await Promise.all(batch.map((body) => post(`${tap.address}/`, body, json, agent)))
    await post(`${tap.address}/`, set(`${webhook.url}/same`), json, agent)
    expect(addressIn(own.all.at(-1))).toBe(same)
  }
  const [, first = '', ...others] = own.all.map(addressIn).filter((address) => address !== '')
  const last = others.at(-2) ?? ''
  expect((await post(first, working)).status).toBe(404)
  expect((await post(last, working)).status).toBe(200)
  expect((await post(same, working)).status).toBe(200)
  await recorded(window)
  await window.engine.taps.close()
  const store = (): unknown => JSON.parse(readFileSync(join(window.dataDir, 'tap-webhooks.json'), 'utf8'))
  const maxWriteMs = 10_000
  await vi.waitFor(() => expect(store()).toHaveLength(2_000), maxWriteMs)
})

test('faults are injected into what a webhook answers, by the route push', async () => {
  const webhook = await server(() => ({ status: 204 }))
  const own = await server()
  const { window, tap } = await tapped(own.url)
  await window.client.taps.setFaults({ id: tap.id, faults: [{ route: 'push', kind: 'status', value: 503 }] })
  expect((await post(`${tap.address}/`, set(webhook.url), json)).status).toBe(200)
  const there = addressIn(own.all.at(-1))
  expect((await post(there, working)).status).toBe(503)
  await window.client.taps.setFaults({ id: tap.id, faults: [] })
  expect((await post(there, working)).status).toBe(204)
  await recorded(window)
  const { rows } = await window.client.story.calls({ filter: '', offset: 0, limit: 10 })
  // The record has the webhook's response, and that the agent received another one.
  expect(rows.map(({ status }) => status)).toEqual([204, 204])
  expect(await notes(window)).toContainEqual(
    expect.stringContaining('Parley injected a fault into this response'),
  )
})

test('the same again is a try where the webhook refused it, and a repetition where it took it; a HAR file has both sides', async () => {
  const answers = [503, 200, 200]
  const webhook = await server(() => ({ status: answers.shift() ?? 500, body: 'of the webhook' }))
  const own = await server()
  const { window, tap } = await tapped(own.url)
  await post(`${tap.address}/`, set(`${webhook.url}/hook`), json)
  const there = addressIn(own.all.at(-1))
  for (const status of [503, 200, 200]) expect((await post(there, working)).status).toBe(status)
  await recorded(window)
  const calls = async () => {
    const { rows } = await window.client.story.calls({ filter: '', offset: 0, limit: 10 })
    return rows.map(({ call, status }) => [status, call?.attempt, call?.retry])
  }
  await expect.poll(calls, patience).toEqual([
    [503, 1, undefined],
    [200, 2, true],
    [200, 3, undefined],
  ])
  const { log } = JSON.parse(await exportedHar(window))
  const pushed = log.entries.filter(({ request }: { request: { url: string } }) =>
    request.url.endsWith('/hook'),
  )
  expect(pushed).toMatchObject(
    [503, 200, 200].map((status) => ({
      request: { method: 'POST', url: `${webhook.url}/hook`, postData: { text: working } },
      response: { status, content: { text: 'of the webhook' } },
    })),
  )
})

async function exportedHar({ client }: TestWindow): Promise<string> {
  const sessionId = (await client.sessions.recording()).session?.id ?? ''
  const requested = { sessionId, selection: { of: 'session' }, format: 'har' } as const
  for await (const step of await client.sessionFiles.exporting(requested)) {
    if (step.kind !== 'ready') continue
    const whole = { exportId: step.exportId, offset: 0, length: step.sizeBytes }
    return Buffer.from((await client.sessionFiles.readExport(whole)).base64, 'base64').toString()
  }
  throw new Error('the export did not end')
}
