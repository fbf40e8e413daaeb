// A certificate is sent to approved servers alone; its key never leaves the engine.

import { execFile } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ClientCertificate } from '#shared/contract/access.ts'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import type { SnippetForm } from '#shared/export/snippet.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import {
  clientCertificate,
  serverCertificate,
  testAuthorityPem,
} from '../../../e2e/agents/broken/certificates.ts'

const run = promisify(execFile)

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

/** A server that requests a certificate and notes those it gets; responds with the card or with its address. */
async function openServer(reply: { readonly card: string } | { readonly movedTo: string }) {
  const observed: (string | undefined)[] = []
  const options = { cert: serverCertificate.certificatePem, key: serverCertificate.keyPem }
  const server = createServer(
    { ...options, ca: testAuthorityPem, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      const name = (request.socket as TLSSocket).getPeerCertificate().subject?.CN
      observed.push(Array.isArray(name) ? name.join() : name)
      if ('movedTo' in reply) response.writeHead(302, { Location: reply.movedTo }).end()
      else if (name === undefined) response.writeHead(403).end()
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(reply.card)
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, seen: observed }
}

async function cardText(): Promise<string> {
  const { url } = await untilTestEnds(agent({ dialect: '1.0' }))
  return (await fetch(`${url}/.well-known/agent-card.json`)).text()
}

async function trusting(url: string): Promise<string> {
  const agentId = await window.idOf(url)
  const network = { caPem: testAuthorityPem }
  await window.client.agents.configure({ agentId, settings: { ...defaultConnectionSettings, network } })
  return agentId
}

const keyLine = /-----\n(.+)\n/.exec(clientCertificate.keyPem)?.[1] ?? ''
const set = (agentId: string, certificate: ClientCertificate | null = clientCertificate) =>
  window.client.access.setClientCertificate({ agentId, certificate })

test('an agent that asks for a certificate is shown the one that was set, and its key stays inside', async () => {
  const { url, seen } = await openServer({ card: await cardText() })
  const agentId = await trusting(url)
  expect(await window.client.access.clientCertificate({ agentId })).toEqual({ state: 'not-set' })
  expect(await window.client.card.discover({ agentId })).toMatchObject({ found: false })
  const view = await set(agentId)
  expect(view).toEqual({
    state: 'set',
    where: 'memory',
    subject: 'CN=client',
    issuer: 'CN=Parley test authority',
    validUntil: expect.any(Number),
  })
  expect(await window.client.card.discover({ agentId })).toMatchObject({ found: true })
  expect(seen.at(-1)).toBe('client')
  expect(keyLine.length).toBeGreaterThan(40)
  const secret = (await window.engine.host.secrets.get(`${agentId} client-certificate`)) ?? ''
  const [, keptLine = '-'] = /PRIVATE KEY-----\\n([^\\]+)/.exec(secret) ?? []
  for (const line of [keyLine, keptLine]) expect(window.disk()).not.toContain(line)

  window = await window.reopen()
  expect(await window.client.card.discover({ agentId })).toMatchObject({ found: true })
  expect(await set(agentId, null)).toEqual({ state: 'not-set' })
  expect(await window.client.card.discover({ agentId })).toMatchObject({ found: false })
})

test('a copied request has places for it, never the key, and is the same with its files there', async () => {
  const { url, seen } = await openServer({ card: await cardText() })
  const agentId = await trusting(url)
  await set(agentId)
  await window.client.card.discover({ agentId })
  const sessionId = (await window.client.sessions.list({ limit: 1 })).sessions[0]?.id ?? ''
  const { rows } = await window.client.console.exchanges({ filter: '', sessionId, offset: 0, limit: 1 })
  const exchangeId = rows[0]?.id ?? ''
  const written = async (form: SnippetForm) =>
    (await window.client.console.snippet({ exchangeId, form })).text
  const curl = await written('curl')
  expect(curl).toMatch(/ --cert 'client-cert.pem' \\\n {2}--key 'client-key.pem'$/)
  expect(await written('curl-powershell')).toContain('cert = "client-cert.pem"\nkey = "client-key.pem"')
  expect(await written('httpx')).toContain('context.load_cert_chain("client-cert.pem", "client-key.pem")')
  expect(await written('fetch')).toMatch(/^\/\/ The request was sent with a client certificate/)
  for (const form of ['curl', 'fetch', 'httpx'] as const) expect(await written(form)).not.toContain(keyLine)

  const folder = mkdtempSync(join(tmpdir(), 'parley-curl-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'client-cert.pem'), clientCertificate.certificatePem)
  writeFileSync(join(folder, 'client-key.pem'), clientCertificate.keyPem)
  writeFileSync(join(folder, 'authority.pem'), testAuthorityPem)
  const env = { ...process.env, CURL_CA_BUNDLE: join(folder, 'authority.pem') }
  const before = seen.length
  expect((await run('bash', ['-c', curl], { cwd: folder, env })).stdout).toContain('"name"')
  expect(seen.slice(before)).toEqual(['client'])

  await window.client.access.approve({ agentId, origin: url, approved: false })
  expect(await written('curl')).not.toContain('--cert')
})

test('another origin sees it only once it was approved', async () => {
  const other = await openServer({ card: await cardText() })
  const first = await openServer({ movedTo: `${other.url}/.well-known/agent-card.json` })
  const agentId = await trusting(first.url)
  await set(agentId)
  await window.client.card.discover({ agentId })
  expect([first.seen[0], new Set(other.seen)]).toEqual(['client', new Set([undefined])])
  await window.client.access.approve({ agentId, origin: other.url, approved: true })
  expect(await window.client.card.discover({ agentId })).toMatchObject({ found: true })
  expect(other.seen.at(-1)).toBe('client')
})

test.each(['not what was kept', '{}'])(
  'a vault that gives back %j has lost it, and calls go on',
  async (text) => {
    const { url } = await openServer({ card: await cardText() })
    const agentId = await trusting(url)
    await window.engine.host.secrets.set(`${agentId} client-certificate`, text)
    expect(await window.client.access.clientCertificate({ agentId })).toEqual({ state: 'lost' })
    expect(await window.client.card.discover({ agentId })).toMatchObject({ problem: { kind: 'forbidden' } })
  },
)

test('it goes with its agent', async () => {
  const agentId = await trusting('https://127.0.0.1:9')
  await set(agentId)
  await window.client.agents.remove({ agentId })
  expect(window.engine.host.secrets.has(`${agentId} client-certificate`)).toBe(false)
})

const guarded = createPrivateKey(clientCertificate.keyPem)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' })
  .toString()

test('a key that wants a passphrase is taken with it', async () => {
  const agentId = await trusting('https://127.0.0.1:9')
  const certificate = { ...clientCertificate, keyPem: guarded, passphrase: 'open sesame' }
  expect(await set(agentId, certificate)).toMatchObject({ state: 'set' })
})

test.each<[string, Partial<ClientCertificate>, RegExp]>([
  ['what is no certificate', { certificatePem: 'trust me' }, /This isn’t a certificate/],
  ['what is no key', { keyPem: 'trust me' }, /cannot be read. It has to be PEM, and may need/],
  ['a key without its passphrase', { keyPem: guarded }, /may need its passphrase/],
  ['a key with another passphrase', { keyPem: guarded, passphrase: 'sesame' }, /the passphrase has to fit/],
  ['the key of another', { keyPem: serverCertificate.keyPem }, /does not belong to the certificate/],
])('%s is refused', async (_what, wrong, reason) => {
  const agentId = await trusting('https://127.0.0.1:9')
  await expect(set(agentId, { ...clientCertificate, ...wrong })).rejects.toThrow(reason)
  expect(await window.client.access.clientCertificate({ agentId })).toEqual({ state: 'not-set' })
})
