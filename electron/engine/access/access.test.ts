// Credentials are sent to approved origins alone, and nothing that leaves the engine has them.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Credential } from '#shared/contract/access.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import type { Agent, AgentOptions } from '../../../e2e/agents/agent.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { cardUrl, redirect } from '../../../e2e/agents/quirks/addresses.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(async () => {
  delete process.env['PARLEY_TEST_TOKEN']
  await window.close()
})

function start(options: AgentOptions): Promise<Agent> {
  return untilTestEnds(agent(options))
}

function startNamed(name: string): Promise<Agent> {
  return untilTestEnds(namedAgent(name).start())
}

const secret = 'planted-secret-93c1'

test.each<[string, Credential, (request: Agent['requests'][number]) => unknown, unknown]>([
  ['a bearer token', { kind: 'bearer', token: secret }, headerOf('authorization'), `Bearer ${secret}`],
  [
    'a name and password',
    { kind: 'basic', username: 'ann', password: secret },
    headerOf('authorization'),
    `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}`,
  ],
  [
    'an API key in a header',
    { kind: 'api-key', location: 'header', name: 'X-Key', value: secret },
    headerOf('x-key'),
    secret,
  ],
  [
    'an API key in the query',
    { kind: 'api-key', location: 'query', name: 'k', value: secret },
    ({ query }) => query.get('k'),
    secret,
  ],
  [
    'an API key in a cookie',
    { kind: 'api-key', location: 'cookie', name: 'sid', value: secret },
    headerOf('cookie'),
    `sid=${secret}`,
  ],
  ['an extra header', { kind: 'header', name: 'X-Tenant', value: secret }, headerOf('x-tenant'), secret],
])(
  '%s goes with the card and with calls, and is in no file and no answer',
  async (_what, credential, read, value) => {
    // An agent that repeats its credentials in its cards.
    const described = { description: `Your credential is ${secret}` }
    const echoing = await start({
      dialect: '1.0',
      card: described,
      extendedCard: { name: 'Extended', url: 'http://127.0.0.1:1', skills: [], ...described },
    })
    const agentId = await window.idOf(echoing.url)
    const answers: unknown[] = [await window.client.access.set({ agentId, credentials: [credential] })]
    answers.push(await window.client.card.discover({ agentId }))
    answers.push(await window.client.card.current({ agentId }))
    answers.push(await window.client.card.compareViews({ agentId }))
    answers.push(await window.client.card.probe({ agentId }))
    const extended = await window.client.card.extended({ agentId })
    expect(extended).toMatchObject({ found: true, way: 'JSONRPC' })
    answers.push(extended)
    answers.push(await window.client.conversation.send({ agentId, text: 'echo', stream: false }))
    answers.push(await window.client.access.describe({ agentId }))
    answers.push(await window.client.agents.list())
    answers.push(await window.engine.record.read({ after: 0, limit: 1000 }))

    expect(new Set(echoing.requests.map(read))).toEqual(new Set([value]))
    expect(echoing.requests.length).toBeGreaterThan(5)
    for (const needle of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(`ann:${secret}`).toString('base64'),
    ]) {
      expect(JSON.stringify(answers)).not.toContain(needle)
      expect(window.disk()).not.toContain(needle)
    }
  },
)

test('without its secret a credential keeps the one that is set; one that is left out is forgotten', async () => {
  const { url, requests } = await start({ dialect: '1.0' })
  const agentId = await window.idOf(url)
  const set = (credentials: Credential[]) => window.client.access.set({ agentId, credentials })
  await set([
    { kind: 'bearer', token: secret },
    { kind: 'header', name: 'X-One', value: 'first-value' },
  ])
  expect((await set([{ kind: 'bearer' }])).credentials).toEqual([
    { kind: 'bearer', secret: { state: 'set', where: 'memory' } },
  ])
  await window.client.card.discover({ agentId })
  expect(requests.map(headerOf('authorization'))).toEqual([`Bearer ${secret}`])
  expect((await set([{ kind: 'bearer' }, { kind: 'header', name: 'X-One' }])).credentials[1]).toMatchObject({
    secret: { state: 'not-set' },
  })
  expect((await set([])).origins).toMatchObject([{ approved: false }])
})

test('a variable is looked up when it is used, and kept over a restart', async () => {
  const { url, requests } = await start({ dialect: '1.0' })
  const agentId = await window.idOf(url)
  const credentials: Credential[] = [{ kind: 'bearer', token: `\${env:PARLEY_TEST_TOKEN}` }]
  const access = await window.client.access.set({ agentId, credentials })
  expect(access.credentials).toEqual([
    {
      kind: 'bearer',
      secret: { state: 'set', where: 'environment', variable: 'PARLEY_TEST_TOKEN', present: false },
    },
  ])
  const before = await window.client.card.discover({ agentId })
  expect(before.attempts.map((attempt) => attempt.credentials)).toEqual(['incomplete'])
  process.env['PARLEY_TEST_TOKEN'] = `${secret}\n`
  window = await window.reopen()
  await window.client.card.discover({ agentId })
  expect(requests.map(headerOf('authorization'))).toEqual([undefined, `Bearer ${secret}`])
  expect(window.disk()).not.toContain(secret)
})

test('an agent that is removed takes its secrets with it', async () => {
  const { url, requests } = await start({ dialect: '1.0' })
  const agentId = await window.idOf(url)
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: secret }] })
  await window.client.agents.remove({ agentId })
  const again = await window.idOf(url)
  await window.client.card.discover({ agentId: again })
  expect(requests.map(headerOf('authorization'))).toEqual([undefined])
  expect(window.engine.host.secrets.has(`${agentId} bearer`)).toBe(false)
})

describe('another origin', () => {
  test('of the interface gets nothing until it is approved', async () => {
    const second = await start({ dialect: '1.0' })
    const first = await start({ dialect: '1.0', quirks: [cardUrl(() => `${second.url}/`)] })
    const agentId = await window.idOf(first.url)
    await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: secret }] })
    const discovery = await window.client.card.discover({ agentId })
    expect(discovery).toMatchObject({
      connection: { credentials: 'withheld' },
      attempts: [{ credentials: 'sent' }],
    })
    const send = () => window.client.conversation.send({ agentId, text: 'direct', stream: false })

    expect(await send()).toMatchObject({ credentials: 'withheld' })
    await window.client.card.probe({ agentId })
    await window.client.card.extended({ agentId })
    expect(second.requests.length).toBeGreaterThan(3)
    for (const { bytes } of second.requests) expect(bytes.toString('latin1')).not.toContain(secret)

    const { access } = await window.client.access.describe({ agentId })
    expect(access.origins).toEqual([
      { origin: first.url, uses: ['address', 'card'], approved: true },
      {
        origin: second.url,
        uses: ['interface'],
        approved: false,
        question: `Send credentials to ${second.url} too?`,
      },
    ])
    await window.client.access.approve({ agentId, origin: second.url, approved: true })
    expect(await send()).toMatchObject({ credentials: 'sent' })
    expect(headerOf('authorization')(second.requests.at(-1))).toBe(`Bearer ${secret}`)
    await window.client.access.approve({ agentId, origin: second.url, approved: false })
    expect(await send()).toMatchObject({ credentials: 'withheld' })
    expect(headerOf('authorization')(second.requests.at(-1))).toBe(undefined)
  })

  test('of a redirect gets neither headers nor keys of the query', async () => {
    const redirecting = await startNamed('card-redirect-elsewhere')
    const agentId = await window.idOf(redirecting.url)
    await window.client.access.set({
      agentId,
      credentials: [
        { kind: 'header', name: 'X-Own', value: secret },
        { kind: 'api-key', location: 'query', name: 'key', value: secret },
      ],
    })
    const discovery = await window.client.card.discover({ agentId })
    expect(discovery.attempts[0]?.hops).toMatchObject([{ status: 302, credentialsDropped: true }])
    const [first, second] = redirecting.requests
    expect([first?.bytes.includes(secret), second?.bytes.includes(secret)]).toEqual([true, false])
    const { access } = await window.client.access.describe({ agentId })
    expect(access.origins.filter(({ approved }) => !approved)).toMatchObject([
      { origin: redirecting.url.replace('127.0.0.1', 'localhost') },
    ])
  })

  test('of a redirect gets them once it is approved', async () => {
    const guarded = await startNamed('card-401-challenged')
    const redirecting = await start({
      dialect: '1.0',
      quirks: [redirect(302, '/.well-known/agent-card.json', `${guarded.url}/.well-known/agent-card.json`)],
    })
    const agentId = await window.idOf(redirecting.url)
    await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 'card-key' }] })
    expect(await window.client.card.discover({ agentId })).toMatchObject({
      found: false,
      problem: { kind: 'needs-credentials' },
    })
    await window.client.access.approve({ agentId, origin: guarded.url, approved: true })
    const discovery = await window.client.card.discover({ agentId })
    expect([
      discovery.found,
      discovery.attempts.map(({ url, status }) => [new URL(url).origin, status]),
    ]).toEqual([
      true,
      [
        [redirecting.url, 401],
        [guarded.url, 200],
      ],
    ])
  })

  test('over gRPC is one too', async () => {
    const speaking = await startNamed('v1.0-grpc')
    const agentId = await window.idOf(speaking.url)
    await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: secret }] })
    const send = () => window.client.conversation.send({ agentId, text: 'direct', stream: false })
    expect(await send()).toMatchObject({ credentials: 'withheld' })
    const origin = `http://${speaking.grpcAddress}`
    await window.client.access.approve({ agentId, origin, approved: true })
    expect(await send()).toMatchObject({ credentials: 'sent' })
    expect(headerOf('authorization')(speaking.requests.at(-1))).toBe(`Bearer ${secret}`)
  })
})

describe('what a refusal asks for', () => {
  test.each([
    ['card-401-challenged', 'The server requires a bearer token for “cards” for its card.', 'bearer'],
    ['card-401-basic', /a name and password \(HTTP Basic\) for “cards”/, 'basic'],
    ['card-403-challenged', /bearer token/, 'bearer'],
    ['card-401-bare', /doesn’t say which/, undefined],
  ])('%s', async (name, sentence, form) => {
    const { url } = await startNamed(name)
    const agentId = await window.idOf(url)
    await window.client.card.discover({ agentId })
    const described = await window.client.access.describe({ agentId })
    expect(described.sentence).toMatch(sentence)
    expect(described.alternatives[0]?.schemes[0]?.form?.kind).toBe(form)
  })

  test('and with the right key the card is shown', async () => {
    const { url } = await startNamed('card-401-challenged')
    const agentId = await window.idOf(url)
    await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 'card-key' }] })
    expect(await window.client.card.discover({ agentId })).toMatchObject({ found: true })
  })
})

function headerOf(name: string) {
  return (request: Agent['requests'][number] | undefined): string | undefined =>
    request?.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}
