// Questions to agents that are honest, lie, or require credentials.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DemoAgent } from '#demo-agent/start.ts'
import { startDemoAgent } from '#demo-agent/start.ts'
import type { JsonObject } from '#shared/a2a/model.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import type { Agent, AgentOptions } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { reply } from '../../../e2e/agents/http-server.ts'
import { bearer } from '../../../e2e/agents/quirks/access.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

function start(name: string, overrides: Partial<AgentOptions> = {}): Promise<Agent> {
  return untilTestEnds(namedAgent(name).start(overrides))
}

function startDemo(): Promise<DemoAgent> {
  return untilTestEnds(startDemoAgent({ stepMs: 0 }))
}

describe('what the agent really speaks', () => {
  test.each([
    ['v1.0', '1.0', '1.0', 'The card declares 1.0, and the responses match.'],
    ['v1.0-rest', '1.0', '1.0', 'The card declares 1.0, and the responses match.'],
    ['v1.0-grpc', '1.0', '1.0', 'The card declares 1.0, and the responses match.'],
    ['v0.3', '0.3', '0.3', 'The card declares 0.3, and the responses match.'],
    ['v0.2.6', '0.2', '0.3', 'The card declares 0.2, and the responses match.'],
    ['v0.3-rest', '0.3-proto', '0.3-proto', 'The card declares 0.3-proto, and the responses match.'],
    ['litellm', '1.0', '0.3', 'The card declares 1.0, but the agent uses 0.3.'],
    ['litellm-1.0-card', '1.0', '0.3', 'The card declares 1.0, but the agent uses 0.3.'],
  ])('%s', async (name, cardSays, speaks, sentence) => {
    const { url, requests } = await start(name)
    const agentId = await window.idOf(url)
    const answer = await window.client.card.probe({ agentId })
    expect(answer).toMatchObject({ cardSays, speaks, sentence })
    expect(answer.calls.every(({ exchangeId }) => exchangeId !== '')).toBe(true)
    expect(answer.calls.flatMap(({ evidence }) => evidence)).not.toEqual([])
    // Only reads: a card and requests for an unknown task.
    const requested = requests.filter(({ method }) => method === 'POST').map(({ body }) => String(body))
    expect(requested.filter((body) => /send|message/i.test(body))).toEqual([])
    expect('suggestion' in answer).toBe(name.startsWith('litellm'))
  })

  test('the suggestion, once forced, is what calls are made with', async () => {
    const { url, requests } = await start('litellm-1.0-card')
    const agentId = await window.idOf(url)
    const { suggestion } = await window.client.card.probe({ agentId })
    if (!suggestion) throw new Error('There should be a suggestion.')
    const settings = { forced: suggestion, substitutes: [], extensions: [] }
    await window.client.agents.configure({ agentId, settings })
    expect(await window.client.card.current({ agentId })).toMatchObject({
      connection: { dialect: '0.3', forced: true, why: 'Selected manually' },
    })
    await window.client.conversation.send({ agentId, text: 'direct', stream: false })
    expect(JSON.parse(String(requests.at(-1)?.body)).method).toBe('message/send')
    expect(await window.client.card.probe({ agentId })).toMatchObject({ cardSays: '1.0', speaks: '0.3' })
  })

  test('a server of both speaks both', async () => {
    const { url } = await start('hybrid')
    const agentId = await window.idOf(url)
    const answer = await window.client.card.probe({ agentId })
    expect(answer.sentence).toMatch(/accepts both|responses match/)
    expect(answer.suggestion).toBeUndefined()
  })

  test('an agent that only breaks tells nothing', async () => {
    const { url } = await start('fasta2a-0.5', {
      quirks: [
        {
          intercept: ({ request }) =>
            request.method === 'POST' ? { status: 500, headers: [], body: 'no' } : undefined,
        },
      ],
      dialect: '0.2.5',
    })
    const agentId = await window.idOf(url)
    const answer = await window.client.card.probe({ agentId })
    expect([answer.speaks, answer.certain]).toEqual([undefined, false])
    expect(answer.sentence).toMatch(/don’t show which version/)
  })
})

describe('the extended card', () => {
  const extendedCard = (version: '1.0' | '0.x'): JsonObject => ({
    name: 'Extended',
    description: 'More',
    version: '2',
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
    ...(version === '1.0'
      ? {
          supportedInterfaces: [
            { url: 'https://a.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
        }
      : { url: 'https://a.example', protocolVersion: '0.3.0' }),
  })

  test.each([
    ['v1.0', '1.0', 'JSONRPC', 'GetExtendedAgentCard'],
    ['v1.0-rest', '1.0', 'HTTP+JSON', 'GET /extendedAgentCard'],
    ['v1.0-grpc', '1.0', 'GRPC', 'GetExtendedAgentCard'],
    ['v0.3', '0.x', 'JSONRPC', 'agent/getAuthenticatedExtendedCard'],
    ['v0.3-rest', '0.x', 'HTTP+JSON', 'GET /v1/card'],
  ] as const)('of %s', async (name, version, way, label) => {
    const { url } = await start(name, { extendedCard: extendedCard(version) })
    const agentId = await window.idOf(url)
    const answer = await window.client.card.extended({ agentId })
    expect(answer).toMatchObject({ found: true, way, card: { name: 'Extended' } })
    const worked = answer.attempts.find((attempt) => attempt.worked)
    expect([worked?.label, answer.attempts.at(-1)]).toEqual([label, worked])
    // The card is judged within its envelope.
    const entries = await window.entries(String(worked?.exchangeId))
    const matches = entries.flatMap(({ findings = [] }) => findings)
    expect(matches.filter(({ severity }) => severity === 'error')).toEqual([])
    const reported = answer.found ? answer.findings : []
    expect(reported.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('of 0.2 lies beside the agent’s own address', async () => {
    const body = JSON.stringify(extendedCard('0.x'))
    const { url } = await start('v0.2.6', {
      path: '/agents/one',
      quirks: [
        {
          intercept: ({ request }) =>
            request.path === '/agents/agent/authenticatedExtendedCard'
              ? reply(200, 'application/json', body)
              : undefined,
        },
      ],
    })
    const agentId = await window.idOf(url)
    expect(await window.client.card.extended({ agentId })).toMatchObject({
      found: true,
      way: 'plain-get',
      attempts: [{ label: 'GET /agents/agent/authenticatedExtendedCard', worked: true }],
    })
  })

  test('of 0.2 that is nested without end is passed over', async () => {
    const body = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
    const { url } = await start('v0.2.6', {
      quirks: [
        {
          intercept: ({ request }) =>
            request.path?.endsWith('/agent/authenticatedExtendedCard')
              ? reply(200, 'application/json', body)
              : undefined,
        },
      ],
    })
    const agentId = await window.idOf(url)
    const { found, attempts } = await window.client.card.extended({ agentId })
    expect(found).toBe(false)
    expect(attempts.map(({ outcome }) => outcome)).toContain('200, JSON nested deeper than 64 levels')
  })

  test('wants credentials, and comes with them', async () => {
    const { url } = await start('v1.0', {
      extendedCard: extendedCard('1.0'),
      quirks: [bearer('token-1', 'calls')],
    })
    const agentId = await window.idOf(url)
    expect(await window.client.card.extended({ agentId })).toMatchObject({
      found: false,
      reason: expect.stringMatching(/requires credentials/),
      attempts: [{ credentials: 'none' }],
    })
    await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 'token-1' }] })
    expect(await window.client.card.extended({ agentId })).toMatchObject({ found: true })
  })

  test('is not there', async () => {
    const { url } = await start('ag2')
    const agentId = await window.idOf(url)
    const answer = await window.client.card.extended({ agentId })
    expect(answer).toMatchObject({ found: false, reason: expect.stringMatching(/does not declare/) })
    expect(answer.attempts.map(({ way }) => way)).toEqual(['JSONRPC', 'HTTP+JSON', 'plain-get'])
  })

  test('of the demo agent, which guards it', async () => {
    const { url } = await startDemo()
    const agentId = await window.idOf(url)
    const discovery = await window.client.card.discover({ agentId })
    const token = /token, for the extended card, is "([^"]+)"/.exec(
      discovery.found ? (discovery.card.description ?? '') : '',
    )?.[1]
    expect(await window.client.card.extended({ agentId })).toMatchObject({ found: false })
    await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: String(token) }] })
    const answer = await window.client.card.extended({ agentId })
    expect(answer).toMatchObject({ found: true, way: 'JSONRPC' })
    expect(
      await window.client.card.verify({ agentId, signature: 0, keys: { kind: 'jku' }, of: 'extended' }),
    ).toMatchObject({ outcome: 'verified' })
  })
})

describe('the demo agent’s signature', () => {
  test('is verified with the keys it names, fetched on the record after consent alone', async () => {
    const { url } = await startDemo()
    const agentId = await window.idOf(url)
    const discovery = await window.client.card.discover({ agentId })
    if (!discovery.found) throw new Error(discovery.reason)
    expect(discovery.signatures).toMatchObject([
      {
        index: 0,
        alg: 'ES256',
        kid: 'concierge-1',
        jku: `${url}/.well-known/jwks.json`,
        question: expect.any(String),
      },
    ])
    const before = await window.engine.record.read({ after: 0, limit: 1000 })
    expect(JSON.stringify(before.entries)).not.toContain('GET signing keys')

    const verdict = await window.client.card.verify({ agentId, signature: 0, keys: { kind: 'jku' } })
    expect(verdict).toMatchObject({
      outcome: 'verified',
      form: { id: 'spec' },
      key: { kid: 'concierge-1', type: 'EC P-256', from: 'jku' },
      doesNotProve: expect.arrayContaining([expect.stringMatching(/card’s own host/)]),
    })
    const entries = await window.entries(String(verdict.exchangeId))
    expect(entries[0]).toMatchObject({ kind: 'request', url: `${url}/.well-known/jwks.json` })
    expect(entries.flatMap(({ findings = [] }) => findings)).toEqual([])
  })

  test('does not fit a card that was changed, nor the key of another start', async () => {
    const { url } = await startDemo()
    const raw = await (
      await fetch(`${url}/.well-known/agent-card.json`, { headers: { 'A2A-Version': '1.0' } })
    ).json()
    const jwks = await (await fetch(`${url}/.well-known/jwks.json`)).text()
    const add = async (card: object) =>
      (await window.client.agents.addCard({ text: JSON.stringify(card), baseUrl: url })).id
    const keys = { kind: 'jwks', text: jwks } as const
    const verify = async (card: object) => {
      const agentId = await add(card)
      return (await window.client.card.verify({ agentId, signature: 0, keys })).outcome
    }
    expect(await verify(raw)).toBe('verified')
    expect(await verify({ ...raw, description: 'Another' })).toBe('bad-signature')
    expect(await verify({ ...raw, signatures: [] })).toBe('unsigned')
  })
})
