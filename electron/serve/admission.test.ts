import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  admissionPath,
  challengePath,
  signedOutCode,
  socketProtocol,
  ticketProtocol,
} from '#shared/contract/admission.ts'
import { defined } from '#shared/defined.ts'
import { post, type TestBrowser, testBrowser, tokenOf } from '#testing/serve/browser.ts'
import { createChallenges } from './challenges.ts'
import { openPairedBrowsers } from './paired-browsers.ts'
import { openServeFront, type ServeFront } from './server.ts'

const hourMs = 60 * 60 * 1_000

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
    pairedBrowsers: await openPairedBrowsers(dataDir, now),
    rpc: { attachPort: () => undefined, attachSocket: () => attached++ },
    onNextAddress: (address, why) => nextAddresses.push(`${why} ${address}`),
    ...defined({ now }),
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
  expect(nextAddresses).toEqual([`spent ${front.address()}`])
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
  // The same key on another port, with a proof for that port.
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

/** A page that can't use keys, with the secret of each turn. */
const secrets = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(43))
const showing = (shown: number, next: number) => ({
  proof: { kind: 'secret', secret: secrets[shown], next: secrets[next] },
})
const statusOf = async (body: unknown) => (await post(here, admissionPath, body)).status
const withToken = (body: object) => ({ ...body, token: tokenOf(front.address()) })

test('a page that may use no keys shows a secret, each of which the next one replaces; known to this run alone', async () => {
  expect(await statusOf(showing(0, 1))).toBe(401)
  expect(await statusOf(withToken(showing(0, 1)))).toBe(200)
  expect(await statusOf(showing(0, 2))).toBe(401)
  expect(await statusOf(showing(1, 2))).toBe(200)
  // The response was lost: the old secret stays valid until the next one is used.
  expect(await statusOf(showing(1, 3))).toBe(200)
  expect(await statusOf(showing(3, 4))).toBe(200)
  expect(await statusOf(showing(1, 0))).toBe(401)
  await front.close()
  await open(front.port)
  expect(await statusOf(showing(4, 0))).toBe(401)
})

test('a secret ends half a day after the last window was closed; an open window keeps it', async () => {
  let now = Date.now()
  await front.close()
  await open(0, () => now)
  const admitted = await post(here, admissionPath, withToken(showing(0, 1)))
  const { ticket } = JSON.parse(admitted.body)
  const socket = new WebSocket(`ws://127.0.0.1:${front.port}/rpc`, [socketProtocol, ticketProtocol(ticket)], {
    origin: here,
  })
  await new Promise((opened) => socket.once('open', opened))
  now += 13 * hourMs
  expect(await statusOf(showing(1, 2))).toBe(200)
  now += 11 * hourMs
  // Another window uses the next secret while the first is open.
  expect(await statusOf(showing(2, 3))).toBe(200)
  now += 13 * hourMs
  expect(await statusOf(showing(3, 4))).toBe(200)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.close()
  await closed
  now += 11 * hourMs
  expect(await statusOf(showing(4, 0))).toBe(200)
  now += 13 * hourMs
  expect(await statusOf(showing(0, 1))).toBe(401)
})

test('an address that nobody opened for a day lets nobody in, and the next one is told', async () => {
  let now = Date.now()
  await front.close()
  await open(0, () => now)
  browser = testBrowser(front.port)
  const old = tokenOf(front.address())
  now += 25 * hourMs
  expect((await browser.ask(old)).status).toBe(401)
  expect(nextAddresses).toEqual([`expired ${front.address()}`])
  expect((await browser.ask(tokenOf(front.address()))).status).toBe(200)
})

test('forgetting the browsers closes their windows, and neither key, ticket nor address is good any longer', async () => {
  const address = front.address()
  const socket = await browser.open(tokenOf(address))
  const { ticket } = await browser.ask()
  await post(here, admissionPath, withToken(showing(0, 1)))
  const unused = front.address()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await front.forgetBrowsers()
  expect(await closed).toBe(signedOutCode)
  expect([
    await upgrade(ticket, { origin: here }),
    (await browser.ask()).status,
    await statusOf(showing(1, 2)),
    (await browser.ask(tokenOf(unused))).status,
  ]).toEqual([401, 401, 401, 401])
  expect(readFileSync(join(dataDir, 'browsers.json'), 'utf8')).toContain('"browsers": []')
  expect((await browser.ask(tokenOf(front.address()))).status).toBe(200)
})

test('windows beyond a bound are turned away, and let in when others have closed', async () => {
  const all: WebSocket[] = [await browser.open(tokenOf(front.address()))]
  while (all.length < 100) all.push(await browser.open())
  expect(await upgrade((await browser.ask()).ticket, { origin: here })).toBe(503)
  const closed = new Promise((resolve) => all[0]?.once('close', resolve))
  all[0]?.close()
  await closed
  await expect.poll(async () => upgrade((await browser.ask()).ticket, { origin: here })).toBe('open')
  for (const socket of all) socket.terminate()
})

test.each([
  ['no JSON', '{"proof":', 400],
  ['a proof of another kind', { proof: { kind: 'cookie', value: 'x' } }, 400],
  ['a secret that is none', { proof: { kind: 'secret', secret: '' } }, 400],
  ['a secret that names none to replace it', { proof: { kind: 'secret', secret: 's'.repeat(43) } }, 400],
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
