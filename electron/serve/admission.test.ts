import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { admissionPath, challengePath, socketProtocol, ticketProtocol } from '#shared/contract/admission.ts'
import { createChallenges } from './challenges.ts'
import { openKnownBrowsers } from './known-browsers.ts'
import { createOneTime } from './one-time.ts'
import { openServeFront, type ServeFront } from './server.ts'
import { post, type TestBrowser, testBrowser, tokenOf } from './testing/browser.ts'

let dataDir: string
let front: ServeFront
let here: string
let browser: TestBrowser
let attached: number
let nextAddresses: string[]

async function open(port = 0, now?: () => number): Promise<void> {
  front = await openServeFront({
    port,
    host: '127.0.0.1',
    files: new Map(),
    knownBrowsers: await openKnownBrowsers(dataDir, now),
    rpc: { attachPort: () => undefined, attachSocket: () => attached++ },
    onTokenSpent: (address) => nextAddresses.push(address),
  })
  here = `http://127.0.0.1:${front.port}`
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-admission-'))
  attached = 0
  nextAddresses = []
  await open()
  browser = testBrowser(front.port)
})
afterEach(async () => {
  await front.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the token makes one browser known, which then needs it no more', async () => {
  const token = tokenOf(front.address())
  expect((await browser.ask()).status).toBe(401)
  expect((await browser.ask(token)).status).toBe(200)
  expect(nextAddresses).toEqual([front.address()])
  expect(tokenOf(front.address())).not.toBe(token)
  expect((await browser.ask()).status).toBe(200)
  expect((await testBrowser(front.port).ask(token)).status).toBe(401)
})

test('a known browser that follows the printed address again spends no token', async () => {
  await browser.ask(tokenOf(front.address()))
  const next = tokenOf(front.address())
  expect((await browser.ask(next)).status).toBe(200)
  expect([tokenOf(front.address()), nextAddresses.length]).toEqual([next, 1])
})

test('no answer sets a cookie, and none is asked for', async () => {
  const response = await fetch(here + admissionPath, {
    method: 'POST',
    headers: { Origin: here, Cookie: 'a=b' },
    body: JSON.stringify(await browser.request(tokenOf(front.address()))),
  })
  expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
})

test('a browser stays known when Parley starts anew, and is forgotten when it stayed away for long', async () => {
  await browser.ask(tokenOf(front.address()))
  const { port } = front
  await front.close()
  await open(port)
  expect((await browser.ask()).status).toBe(200)
  await front.close()
  await open(port, () => Date.now() + 31 * 24 * 60 * 60 * 1_000)
  expect((await browser.ask()).status).toBe(401)
})

test('the file of known browsers is for this user alone, and holds nothing that lets anyone in', async () => {
  const request = await browser.request(tokenOf(front.address()))
  expect((await post(here, admissionPath, request)).status).toBe(200)
  const path = join(dataDir, 'browsers.json')
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  const text = readFileSync(path, 'utf8')
  expect(JSON.parse(text)).toEqual({ browsers: [{ key: expect.any(String), seenAt: expect.any(Number) }] })
  const { kind: _kind, ...proof } = request.proof
  for (const shown of [JSON.stringify(proof), ...Object.values(proof).map(String)])
    expect(text).not.toContain(shown)
})

test('a proof is good for one challenge, one origin and one key', async () => {
  const token = tokenOf(front.address())
  const sound = await browser.request(token)
  const other = await testBrowser(front.port).request(token)
  const elsewhere = await browser.request(token, 'http://127.0.0.1:1')
  if (sound.proof.kind !== 'key' || other.proof.kind !== 'key') throw new Error('no keys')
  const statusOf = async (body: unknown) => (await post(here, admissionPath, body)).status
  expect(await statusOf(elsewhere)).toBe(401)
  const offCurve = { ...sound.proof.publicKey, x: 'A'.repeat(43) }
  expect(await statusOf({ ...other, proof: { ...other.proof, publicKey: sound.proof.publicKey } })).toBe(401)
  expect(await statusOf({ ...other, proof: { ...other.proof, publicKey: offCurve } })).toBe(401)
  expect(await statusOf(sound)).toBe(200)
  expect(await statusOf(sound)).toBe(401)
})

test('a key is known at the origin it was made known at, and nowhere else', async () => {
  await browser.ask(tokenOf(front.address()))
  await front.close()
  await open()
  // The same key on another port, proven for that port.
  const moved = browser.at(front.port)
  expect((await moved.ask()).status).toBe(401)
})

test('a flood of challenges keeps nobody out', async () => {
  await browser.ask(tokenOf(front.address()))
  const request = await browser.request()
  for (let each = 0; each < 2_000; each++) await post(here, challengePath)
  expect((await post(here, admissionPath, request)).status).toBe(200)
})

test('a challenge is ours, open for a short time, and lets in once', () => {
  let now = 0
  const challenges = createChallenges(() => now)
  const [first, second] = [challenges.issue(), challenges.issue()]
  expect([challenges.isOpen(first), challenges.isOpen(first)]).toEqual([true, true])
  challenges.spend(first)
  const [nonce, until, seal] = second.split('.')
  const forged = [
    `${nonce}.${Number(until) + 1}.${seal}`,
    `${nonce}.${until}.`,
    `${nonce}`,
    '',
    '..',
    `${seal}.${until}.${seal}`,
  ]
  expect([challenges.isOpen(first), challenges.isOpen(second), ...forged.map(challenges.isOpen)]).toEqual([
    false,
    true,
    ...forged.map(() => false),
  ])
  now += 30_001
  expect([challenges.isOpen(second), createChallenges(() => 0).isOpen(second)]).toEqual([false, false])
})

test('a page that may use no keys shows a secret, known to this run alone', async () => {
  const proof = { kind: 'secret', secret: 's'.repeat(43) }
  const statusOf = async (body: unknown) => (await post(here, admissionPath, body)).status
  expect(await statusOf({ proof })).toBe(401)
  expect(await statusOf({ proof, token: tokenOf(front.address()) })).toBe(200)
  expect(await statusOf({ proof })).toBe(200)
  await front.close()
  await open(front.port)
  expect(await statusOf({ proof })).toBe(401)
})

test.each([
  ['no JSON', '{"proof":', 400],
  ['a proof of another kind', { proof: { kind: 'cookie', value: 'x' } }, 400],
  ['a secret that is none', { proof: { kind: 'secret', secret: '' } }, 400],
  ['more than anyone has to say', 'x'.repeat(100_000), 400],
])('%s is refused', async (_name, body, status) => {
  expect((await post(here, admissionPath, body)).status).toBe(status)
})

test.each([
  ['without an Origin', {}],
  ['from a page of another site', { Origin: 'https://agent.example' }],
  ['from a page of another port', { Origin: 'http://127.0.0.1:1' }],
  ['from a sandboxed page', { Origin: 'null' }],
])('asking %s is refused before anything is looked at, and spends no token', async (_name, headers) => {
  const address = front.address()
  const request = await browser.request(tokenOf(address))
  expect((await post(here, challengePath, undefined, headers)).status).toBe(403)
  expect((await post(here, admissionPath, request, headers)).status).toBe(403)
  expect([front.address(), nextAddresses]).toEqual([address, []])
})

test('a socket opens with a ticket, once, and from our own pages only', async () => {
  const { ticket = '' } = await browser.ask(tokenOf(front.address()))
  const fresh = async () => (await browser.ask()).ticket ?? ''
  expect([
    await upgrade(ticket, { origin: here }),
    await upgrade(ticket, { origin: here }),
    await upgrade('x'.repeat(43), { origin: here }),
    await upgrade(undefined, { origin: here }),
    await upgrade(await fresh(), {}),
    await upgrade(await fresh(), { origin: 'https://agent.example' }),
    await upgrade(await fresh(), { origin: here, headers: { Host: 'agent.example' } }),
    await upgrade(await fresh(), { origin: here }, '/elsewhere'),
  ]).toEqual(['open', 401, 401, 401, 403, 403, 403, 404])
  expect(attached).toBe(1)
})

test('a value is good once, for a short time, and the oldest of too many makes room', () => {
  let now = 0
  const values = createOneTime(() => now)
  const [first, second] = [values.issue(), values.issue()]
  expect([values.take(first), values.take(first), values.take('made up')]).toEqual([true, false, false])
  now += 30_001
  expect(values.take(second)).toBe(false)
  const old = values.issue()
  for (let each = 0; each < 1_000; each++) values.issue()
  expect(values.take(old)).toBe(false)
})

function upgrade(
  ticket: string | undefined,
  options: { readonly origin?: string; readonly headers?: Record<string, string> },
  path = '/rpc',
): Promise<'open' | number> {
  return new Promise((resolve) => {
    const protocols = [socketProtocol, ...(ticket === undefined ? [] : [ticketProtocol(ticket)])]
    const socket = new WebSocket(`ws://127.0.0.1:${front.port}${path}`, protocols, options)
    socket.on('open', () => {
      resolve('open')
      socket.close()
    })
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => undefined)
  })
}
