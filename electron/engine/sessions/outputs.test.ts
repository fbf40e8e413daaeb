// Secrets planted in a session are in none of its exports, however they got in.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client, credentials as grpcCredentials } from '@grpc/grpc-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { slice } from '#shared/collections/list.ts'
import type { Credential } from '#shared/contract/access.ts'
import type { FileFormat } from '#shared/contract/session-files.ts'
import { defined } from '#shared/defined.ts'
import { snippetForms } from '#shared/export/snippet.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import {
  authorizationServer,
  logIn,
  protectedAgent,
  robot,
} from '../../../e2e/fixtures/authorization-server.ts'
import { inAddresses, leaksIn, ofFile, planted, torn } from '../../../e2e/fixtures/planted-secrets.ts'
import { type RepeatingAgent, repeatingAgent } from '../../../e2e/fixtures/repeating-agent.ts'
import { createGrpcMessages } from '../wire/grpc/messages.ts'

const secrets = planted
const all = [...Object.values(planted), ...Object.values(inAddresses)]

const key = { kind: 'api-key', name: 'k' } as const
const credentials: Credential[] = [
  { kind: 'bearer', token: secrets.bearer },
  { ...key, location: 'header', name: 'X-K', value: secrets.headerKey },
  { ...key, location: 'query', value: secrets.queryKey },
  { ...key, location: 'cookie', value: secrets.cookieKey },
  { kind: 'header', name: 'X-Own', value: secrets.ownHeader },
]
const authentication = { scheme: 'Bearer', credentials: secrets.pushCredentials }
const push = { url: 'http://127.0.0.1:9/hook', token: secrets.pushToken, authentication }

let window: TestWindow
let kit: Agent
let pageFolder: string

beforeEach(async () => {
  pageFolder = mkdtempSync(join(tmpdir(), 'parley-page-'))
  writeFileSync(join(pageFolder, 'page.js'), 'const end = "</script>"')
  writeFileSync(join(pageFolder, 'page.css'), 'body {}')
  window = await openWindow({ pageFolder })
  kit = await agent({ dialect: '1.0' })
})
afterEach(async () => {
  await window.close()
  await kit.close()
  rmSync(pageFolder, { recursive: true, force: true })
})

interface Planted {
  readonly sessionId: string
  readonly agentId: string
}

/** Sent before they were used as credentials, so that the record contains them. */
async function plantedBefore(): Promise<Planted> {
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const { client } = window
  const texts = Object.values(secrets)
  for (const secret of texts)
    await client.conversation.send({ agentId, text: `hello ${secret}`, stream: false })
  const long = `hello ${texts.join(' ')} ${'x '.repeat(4_000)}`
  await client.conversation.send({ agentId, text: long, stream: true })

  await client.access.set({
    agentId,
    credentials,
  })
  await client.conversation.send({ agentId, text: 'hello', stream: false, push })
  await client.access.set({
    agentId,
    credentials: [{ kind: 'basic', username: 'me', password: secrets.password }],
  })
  await client.conversation.send({ agentId, text: 'hello', stream: false })
  const sessionId = (await client.sessions.recording()).session?.id ?? ''
  const changes = { name: `with ${secrets.bearer}`, note: `and ${secrets.password}` }
  await client.sessions.edit({ sessionId, changes })
  return { sessionId, agentId }
}

async function exported({ sessionId }: Planted, format: FileFormat, more = {}): Promise<Buffer> {
  const { sessionFiles } = window.client
  const steps = await sessionFiles.exporting({ sessionId, selection: { of: 'session' }, format, ...more })
  for await (const step of steps) {
    if (step.kind !== 'ready') continue
    const { exportId, sizeBytes } = step
    const length = Math.min(sizeBytes, 1_048_576)
    const { base64 } = await sessionFiles.readExport({ exportId, offset: 0, length })
    return Buffer.from(base64, 'base64')
  }
  throw new Error('the export did not end')
}

async function exchangesOf({ sessionId }: Planted): Promise<readonly string[]> {
  const { rows } = await window.client.console.exchanges({ filter: '', sessionId, offset: 0, limit: 50 })
  return rows.map(({ id }) => id)
}

/** The text of lines and of their bodies. */
function everythingIn(lines: Buffer): string {
  const text = lines.toString('utf8')
  const pieces = [...text.matchAll(/"piece":"([^"]+)"/g)].map(([, piece = '']) =>
    Buffer.from(piece, 'base64'),
  )
  return text + Buffer.concat(pieces).toString('utf8')
}

function sessionIn(page: Buffer): string {
  const [, packed = ''] = /id="session">([^<]*)</.exec(page.toString('utf8')) ?? []
  return everythingIn(gunzipSync(Buffer.from(packed, 'base64')))
}

/** The mock repeats an unrecorded call to its caller, which sent the secrets itself. */
async function mockResponses(
  session: Planted,
  requests: readonly string[] = [...Object.values(secrets).map((secret) => `hello ${secret}`), 'never said'],
): Promise<string> {
  const mock = await window.client.mockAgents.start({ ...session, pace: 'at-once' })
  const answers = await Promise.all(
    requests.map(async (text) => {
      const params = { message: { parts: [{ text }] } }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params })
      return (await fetch(mock.address, { method: 'POST', body })).text()
    }),
  )
  return answers.join('\n')
}

async function each(session: Planted, write: (exchangeId: string) => Promise<string>): Promise<string> {
  const ids = await exchangesOf(session)
  return (await Promise.all(ids.map(write))).join('\n')
}

/** Of each entry, with words that contain secrets. */
async function problemsOf(exchangeId: string): Promise<string> {
  const { entries } = await window.client.record.exchange({ exchangeId, after: 0, limit: 100 })
  const words = Object.values(secrets).join(' ')
  const texts = [...entries.map(({ seq }) => ({ seq })), {}].map(async (at) => {
    const problem = { title: words, facts: [['Received', words] satisfies [string, string]], ...at }
    return (await window.client.console.report({ exchangeId, problem })).text
  })
  return (await Promise.all(texts)).join('\n')
}

/** All exports of a session, each with a word that it must contain, as the test would otherwise prove nothing. */
const outputs: Readonly<
  Record<string, readonly [holds: string, write: (session: Planted) => Promise<string>]>
> = {
  'the Parley file': [
    'hello',
    async (session) => everythingIn(gunzipSync(await exported(session, 'parley'))),
  ],
  'the JSON lines': ['hello', async (session) => everythingIn(await exported(session, 'ndjson'))],
  'the HAR': ['hello', async (session) => (await exported(session, 'har')).toString('utf8')],
  'the traces': [
    'hello',
    async (session) => (await exported(session, 'otlp', { messageText: true })).toString('utf8'),
  ],
  'the page': ['"exchanges":[', async (session) => sessionIn(await exported(session, 'html'))],
  'the head of the page': ['<title>', async (session) => (await exported(session, 'html')).toString('utf8')],
  'the recorded agent': ['hello', (session) => mockResponses(session)],
  'a bug report': [
    'hello',
    (session) =>
      each(session, async (exchangeId) => (await window.client.console.report({ exchangeId })).text),
  ],
  'a problem, copied for a coding agent': [
    'hello',
    (session) => each(session, (exchangeId) => problemsOf(exchangeId)),
  ],
  ...Object.fromEntries(
    snippetForms.map((form) => [
      `a call copied as ${form}`,
      [
        form === 'grpcurl' ? '' : 'hello',
        (session: Planted) =>
          each(session, async (exchangeId) =>
            window.client.console.snippet({ exchangeId, form }).then(
              ({ text }) => text,
              () => '',
            ),
          ),
      ],
    ]),
  ),
  'a timeline to copy or to save as a picture': [
    'hello',
    async ({ sessionId, agentId }) => {
      const { timeline } = window.client
      const taken = slice((await foldRecord(window.engine)).tasks).map(async ({ taskId }) => {
        const source = { sessionId, task: { taskId, agentId }, filter: {} }
        await timeline.outline({ ...source, version: 0, waitMs: 0 })
        return timeline.taken({ ...source, from: 0, limit: 200 })
      })
      return JSON.stringify(await Promise.all(taken))
    },
  ],
  'the report of a problem': [
    'broke',
    async () => {
      const problem = { what: 'window', message: `broke at ${Object.values(secrets).join(' ')}` } as const
      return (await window.client.host.reportProblem(problem)).report
    },
  ],
}

test('the record has them, or the test would prove nothing', async () => {
  await plantedBefore()
  for (const secret of Object.values(secrets))
    expect(window.disk()).toContain(JSON.stringify(secret).slice(1, -1))
})

test.each(Object.keys(outputs))('%s has none of them', async (name) => {
  const session = await plantedBefore()
  const [holds, write] = outputs[name] ?? ['', async () => '']
  const text = await write(session)
  expect(text).toContain(holds)
  expect(leaksIn(text, all)).toEqual([])
  expect(text).not.toContain('planted')
})

async function repeated({ given, url: agentUrl }: RepeatingAgent): Promise<Planted> {
  const { client } = window
  const [[name, value] = ['', '']] = Object.entries(inAddresses)
  const { id: agentId } = await client.agents.add({ address: `${agentUrl}/?${name}=${value}` })
  await client.access.set({
    agentId,
    credentials: [...credentials, { kind: 'header', name: 'X-Torn', value: torn }],
  })
  await client.card.discover({ agentId })
  const { bearer, headerKey, queryKey, cookieKey, ownHeader } = secrets
  given.push(bearer, headerKey, queryKey, cookieKey, ownHeader)
  await client.conversation.send({ agentId, text: 'hello', stream: false, push })
  await client.access.set({
    agentId,
    credentials: [
      { kind: 'basic', username: 'me', password: secrets.password },
      { kind: 'header', name: 'X-Torn', value: torn },
    ],
  })
  await client.conversation.send({ agentId, text: 'hello', stream: false, push })
  given.push(...Object.values(secrets))
  for (const text of ['hello', 'packed']) await client.conversation.send({ agentId, text, stream: false })
  await client.conversation.send({ agentId, text: 'hello', stream: true })
  await client.card.discover({ agentId })
  return { sessionId: (await client.sessions.recording()).session?.id ?? '', agentId }
}

test('what an agent repeats, in whichever spelling, is in no file and in nothing that leaves', async () => {
  const server = await repeatingAgent()
  const session = await repeated(server)
  const { client } = window
  const onScreen = JSON.stringify([
    await client.agents.list(),
    await client.card.current({ agentId: session.agentId }),
    await client.access.describe({ agentId: session.agentId }),
    await client.sessions.list({ limit: 50 }),
    (await client.console.exchanges({ filter: '', offset: 0, limit: 50 })).rows,
  ])
  const own = [...Object.values(secrets), inAddresses.sig]
  expect(leaksIn(onScreen, all)).toEqual([])
  const before = window.disk()
  expect(before).toContain('hello')
  expect(leaksIn(before, own)).toEqual([])
  expect(before).toContain(ofFile)
  expect(before).not.toContain('K-9vL')
  const mocked = (from: Planted) => mockResponses(from, ['hello', 'packed', 'never said'])
  for (const [name, [holds, write]] of Object.entries({
    ...outputs,
    'the recorded agent': ['hello', mocked] as const,
  })) {
    const text = await write(session)
    expect(text, name).toContain(holds)
    expect([name, ...leaksIn(text, [...all, ofFile])]).toEqual([name])
    expect([name, text.includes('K-9vL')]).toEqual([name, false])
  }
  expect(leaksIn(window.disk(), own)).toEqual([])
  await server.close()
})

test('what a sign-in brings and is asked for is in no file and in nothing that leaves', async () => {
  const server = await authorizationServer()
  const openIdConnectUrl = `${server.issuer}/.well-known/openid-configuration`
  const tokenUrl = `${server.issuer}/token`
  const own = await protectedAgent(server, {
    login: { openIdConnectSecurityScheme: { openIdConnectUrl } },
    machine: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl, scopes: {} } } } },
  })
  const { client } = window
  await window.connect(own.url)
  const agentId = await window.idOf(own.url)
  const shown: string[] = []
  const end = async (wayId: string, robotClient?: { readonly id: string; readonly secret: string }) => {
    await client.signIn.start({ agentId, wayId, ...defined({ client: robotClient }) })
    const stop = new AbortController()
    let isOpened = false
    for await (const state of await client.signIn.follow({ agentId }, { signal: stop.signal })) {
      const { browser, device, ...run } = state.run ?? { state: '' }
      shown.push(JSON.stringify({ ...state, run }))
      const url = browser?.url ?? device?.completeUrl
      if (url !== undefined && !isOpened) void logIn(url)
      isOpened ||= url !== undefined
      if (run.state !== '' && run.state !== 'running') break
    }
    stop.abort()
    expect(shown.at(-1)).toContain('"state":"done"')
    shown.push(
      JSON.stringify([await client.access.describe({ agentId }), await client.card.current({ agentId })]),
    )
    await client.conversation.send({ agentId, text: 'hello', stream: false })
  }
  await end('login authorization-code')
  await client.signIn.refresh({ agentId })
  await end('login device-code', undefined)
  await client.signIn.signOut({ agentId })
  await end('machine client-credentials', robot)
  const session = { sessionId: (await client.sessions.recording()).session?.id ?? '', agentId }
  const given = [...new Set([...server.secrets, robot.secret])].filter((secret) => secret.length > 5)
  expect(given.length).toBeGreaterThan(10)
  expect(leaksIn(shown.join('\n'), given)).toEqual([])
  expect(leaksIn(window.disk(), given)).toEqual([])
  for (const [name, [, write]] of Object.entries(outputs)) {
    if (name === 'the recorded agent') continue
    expect([name, ...leaksIn(await write(session), given)]).toEqual([name])
  }
  await own.close()
  await server.close()
})

test('an agent recorded over gRPC says none of them', async () => {
  await kit.close()
  kit = await agent({ dialect: '1.0-grpc' })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const { client } = window
  const text = `hello ${secrets.bearer}`
  await client.conversation.send({ agentId, text, stream: false })
  await client.access.set({ agentId, credentials: [{ kind: 'bearer', token: secrets.bearer }] })
  await client.card.discover({ agentId })
  const sessionId = (await client.sessions.recording()).session?.id ?? ''

  const mock = await client.mockAgents.start({ sessionId, agentId, pace: 'at-once' })
  const card = (await (await fetch(`${mock.address}/.well-known/agent-card.json`)).json()) as {
    readonly supportedInterfaces: readonly { readonly url: string }[]
  }
  const method = createGrpcMessages().method('lf.a2a.v1.A2AService', 'SendMessage')
  if (method === undefined) throw new Error('no such method')
  const caller = new Client(card.supportedInterfaces[0]?.url ?? '', grpcCredentials.createInsecure())
  const asIs = (bytes: Buffer) => bytes
  const output = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] } }
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    caller.makeUnaryRequest(method.path, asIs, asIs, Buffer.from(method.encode(output)), (error, answer) =>
      error ? reject(error) : resolve(answer ?? Buffer.alloc(0)),
    )
  })
  caller.close()
  expect(JSON.stringify(method.decode(bytes))).toMatch(/hello \[secret:/)
  expect(bytes.toString('latin1')).not.toContain('planted')
})

test('a recorded agent says none of them in the head of an answer, and leaves out a header whose name has one', async () => {
  const name = 'X-K3y-7f21c0de-9b'
  const headers = [[name, 'plain'] as const, ['X-Plain', `it is ${name}`] as const]
  await kit.close()
  kit = await agent({
    ...{ dialect: '1.0' },
    quirks: [
      { reply: (reply) => ({ ...reply, statusText: `OK ${name}`, headers: [...reply.headers, ...headers] }) },
    ],
  })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const { client } = window
  await client.conversation.send({ agentId, text: 'hello', stream: false })
  await client.access.set({ agentId, credentials: [{ kind: 'bearer', token: name }] })
  await client.card.discover({ agentId })
  const sessionId = (await client.sessions.recording()).session?.id ?? ''
  const { rows } = await client.console.exchanges({ filter: 'kind:operation', offset: 0, limit: 1 })
  const { entries } = await client.record.exchange({ exchangeId: rows[0]?.id ?? '', after: 0, limit: 1 })
  const [request] = entries
  const body = request?.kind === 'request' ? (request.body?.text ?? '') : ''

  const { address } = await client.mockAgents.start({ sessionId, agentId, pace: 'at-once' })
  const { pathname } = new URL(request?.kind === 'request' ? request.url : '')
  const answer = await fetch(address + pathname, { method: 'POST', body })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('hello')])
  expect(answer.headers.get('X-Plain')).toMatch(/^it is \[secret:/)
  expect(answer.statusText).toMatch(/^OK \[secret:/)
  expect(JSON.stringify([...answer.headers])).not.toContain(name.toLowerCase())
  expect(answer.headers.has(name)).toBe(false)
})

test('the page keeps its own script whole, and allows no connection', async () => {
  const html = (await exported(await plantedBefore(), 'html')).toString('utf8')
  expect(html).toContain('<script type="module">const end = "<\\/script>"</script>')
  expect(html).toContain("default-src 'none'; script-src 'sha256-")
  expect(html).not.toMatch(/connect-src|unsafe|https?:/)
})
