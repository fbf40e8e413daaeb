import { createPublicKey, verify } from 'node:crypto'
import { type AgentCard, verifyAgentCardSignature } from '@a2a-js/sdk'
import { createLocalJWKSet, flattenedVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyAnswer, rpc } from '#testing/demo-agent/call.ts'
import { sdkClient } from '#testing/demo-agent/sdk-client.ts'
import { DEMO_TOKEN } from './caller.ts'
import { CARD_PATH } from './card.ts'
import { SCENES, TRAVELLER_SCENES } from './scene-table.ts'
import { CURRENCY_EXTENSION } from './scenes/prices.ts'
import { type DemoAgent, startDemoAgent } from './start.ts'

const V10 = { 'A2A-Version': '1.0' }
const BEARER = { Authorization: `Bearer ${DEMO_TOKEN}` }

let agent: DemoAgent
beforeAll(async () => {
  agent = await startDemoAgent({ stepMs: 0 })
})
afterAll(() => agent.close())

const getCard = (path = CARD_PATH, headers: Record<string, string> = V10) =>
  fetch(`${agent.url}${path}`, { headers })

const getJson = async (...args: Parameters<typeof getCard>): Promise<AnyAnswer> =>
  (await getCard(...args)).json()

describe('the public card', () => {
  it('is 1.0 JSON: wrapped security schemes, no empty defaults, ASCII', async () => {
    const text = await (await getCard()).text()
    const { skills, signatures, description, ...card } = JSON.parse(text)
    expect(card).toEqual({
      name: 'Travel concierge',
      supportedInterfaces: ['1.0', '0.3'].flatMap((protocolVersion) => [
        { url: `${agent.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion },
        { url: `${agent.url}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion },
        { url: agent.grpcTarget, protocolBinding: 'GRPC', protocolVersion },
      ]),
      provider: { url: `${agent.url}/`, organization: 'Parley demo' },
      version: '2.1.0',
      documentationUrl: `${agent.url}/`,
      iconUrl: `${agent.url}/files/icon.svg`,
      capabilities: {
        streaming: true,
        pushNotifications: true,
        extendedAgentCard: true,
        extensions: [
          {
            uri: CURRENCY_EXTENSION,
            description:
              'Prices in the currency the traveller thinks in. Needed by the skill "prices" alone.',
            params: { currencies: ['EUR', 'GBP', 'JPY', 'USD'] },
          },
        ],
      },
      securitySchemes: {
        traveller: {
          httpAuthSecurityScheme: {
            description: `Asked for by the extended card alone. The token is "${DEMO_TOKEN}".`,
            scheme: 'Bearer',
            bearerFormat: 'opaque',
          },
        },
      },
      defaultInputModes: ['text/plain', 'application/json'],
      defaultOutputModes: ['text/plain', 'text/markdown', 'application/json'],
    })
    expect(skills.map((skill: AnyAnswer) => [skill.id, skill.examples])).toEqual(
      SCENES.map(({ id, prompts }) => [id, prompts]),
    )
    expect(description).toContain(DEMO_TOKEN)
    expect(signatures).toHaveLength(1)
    expect(text).toMatch(/^[\x20-\x7e]*$/)
    expect(text).not.toMatch(/"\$case"|:""|:\[\]|:\{\}|:null|:false/)
  })

  it('may be cached and revalidated (1.0 section 8.6)', async () => {
    const first = await getCard()
    const etag = first.headers.get('etag') ?? ''
    const again = await getCard(CARD_PATH, { ...V10, 'If-None-Match': etag })
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    expect({
      cacheControl: first.headers.get('cache-control'),
      contentType: first.headers.get('content-type'),
      vary: first.headers.get('vary'),
      again: again.status,
      body: await again.text(),
    }).toEqual({
      cacheControl: 'public, max-age=60',
      contentType: 'application/json; charset=utf-8',
      vary: 'A2A-Version',
      again: 304,
      body: '',
    })
    expect(Date.parse(first.headers.get('last-modified') ?? '')).not.toBeNaN()
  })

  it.each([
    ['no version', {}],
    ['0.3', { 'A2A-Version': '0.3' }],
  ])('shows its 0.3 view, unsigned, to a caller with %s', async (_name, headers) => {
    const card = await getJson(CARD_PATH, headers)
    expect({ ...card, skills: card.skills.length, description: '' }).toEqual({
      name: 'Travel concierge',
      description: '',
      version: '2.1.0',
      url: `${agent.url}/a2a`,
      preferredTransport: 'JSONRPC',
      protocolVersion: '0.3',
      capabilities: {
        streaming: true,
        pushNotifications: true,
        extensions: [expect.objectContaining({ uri: CURRENCY_EXTENSION, required: false })],
      },
      defaultInputModes: ['text/plain', 'application/json'],
      defaultOutputModes: ['text/plain', 'text/markdown', 'application/json'],
      skills: SCENES.length,
      additionalInterfaces: [
        { url: `${agent.url}/rest`, transport: 'HTTP+JSON' },
        { url: agent.grpcTarget, transport: 'GRPC' },
      ],
      provider: { url: `${agent.url}/`, organization: 'Parley demo' },
      documentationUrl: `${agent.url}/`,
      iconUrl: `${agent.url}/files/icon.svg`,
      supportsAuthenticatedExtendedCard: true,
      securitySchemes: {
        traveller: {
          type: 'http',
          scheme: 'Bearer',
          bearerFormat: 'opaque',
          description: `Asked for by the extended card alone. The token is "${DEMO_TOKEN}".`,
        },
      },
      supportedInterfaces: expect.any(Array),
    })
  })

  it('takes the version from the query too (1.0 section 3.6.1)', async () => {
    const card = await getJson(`${CARD_PATH}?A2A-Version=1.0`, {})
    expect(card.signatures).toHaveLength(1)
  })
})

describe('the signature', () => {
  it.each([CARD_PATH, `/strict${CARD_PATH}`])(
    'of %s verifies with the SDK, under the key the agent tells',
    async (path) => {
      const card: AgentCard = await getJson(path)
      const { keys } = await getJson('/.well-known/jwks.json')
      const verifier = verifyAgentCardSignature(async (kid, jku) => {
        expect({ kid, jku }).toEqual({ kid: 'concierge-1', jku: `${agent.url}/.well-known/jwks.json` })
        return keys[0]
      })
      await verifier(card)
      await expect(verifier({ ...card, version: '9.9.9' })).rejects.toThrow('No valid signatures')
    },
  )

  it('covers the security schemes, and is over exactly what is served, in any canonical form', async () => {
    const { signatures, ...card } = await getJson()
    const jwks = await getJson('/.well-known/jwks.json')
    const payload = canonicalJson(card)
    expect(payload).toContain('"httpAuthSecurityScheme"')

    const [signature] = signatures
    const verified = await flattenedVerify(
      { ...signature, payload: Buffer.from(payload).toString('base64url') },
      createLocalJWKSet(jwks),
    )
    expect(verified.protectedHeader).toEqual({
      alg: 'ES256',
      kid: 'concierge-1',
      typ: 'JOSE',
      jku: `${agent.url}/.well-known/jwks.json`,
    })
    const key = {
      key: createPublicKey({ key: jwks.keys[0], format: 'jwk' }),
      dsaEncoding: 'ieee-p1363',
    } as const
    const signed = Buffer.from(`${signature.protected}.${Buffer.from(payload).toString('base64url')}`)
    expect(verify('sha256', signed, key, Buffer.from(signature.signature, 'base64url'))).toBe(true)
  })

  it('comes with a public key only', async () => {
    const { keys } = await getJson('/.well-known/jwks.json')
    expect(keys.map((key: object) => Object.keys(key).sort())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    ])
  })
})

describe('the extended card', () => {
  it('is refused without the token, with a challenge, in the shape of the binding', async () => {
    const call = async (path: string, body?: object, headers: Record<string, string> = V10) => {
      const response = await fetch(agent.url + path, {
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      })
      return [response.status, response.headers.get('www-authenticate'), await response.json()]
    }
    const message = `The extended card is for callers with the token on the card: Bearer ${DEMO_TOKEN}`
    const realm = 'Bearer realm="travel concierge"'
    const request = { jsonrpc: '2.0', id: 7 }
    const legacy = 'agent/getAuthenticatedExtendedCard'
    expect(await call('/a2a', { ...request, method: 'GetExtendedAgentCard', params: {} })).toEqual([
      401,
      realm,
      { ...request, error: { code: -32000, message } },
    ])
    expect(await call('/a2a', { ...request, method: legacy }, {})).toEqual([
      401,
      realm,
      { ...request, error: { code: -32000, message } },
    ])
    expect(await call('/rest/extendedAgentCard')).toEqual([
      401,
      realm,
      { error: { code: 401, status: 'UNAUTHENTICATED', message } },
    ])
    expect(await call('/rest/v1/card', undefined, {})).toEqual([401, realm, { code: -32000, message }])
    expect(await call('/rest/tasks', undefined, { ...V10, Authorization: 'Bearer nonsense' })).toEqual([
      401,
      `${realm}, error="invalid_token"`,
      { error: { code: 401, status: 'UNAUTHENTICATED', message: 'That is not the token on the card.' } },
    ])
  })

  it('is given for the token, signed, over every binding', async () => {
    const { result } = await rpc(agent.url, 'GetExtendedAgentCard', {}, BEARER)
    const overRest = await getJson('/rest/extendedAgentCard', { ...V10, ...BEARER })
    const { keys } = await getJson('/.well-known/jwks.json')

    expect(overRest).toEqual(result)
    await verifyAgentCardSignature(async () => keys[0])(result)
    expect(result.version).toBe('2.1.0+traveller')
    expect(result.skills.map((skill: AnyAnswer) => skill.id)).toEqual(
      [...SCENES, ...TRAVELLER_SCENES].map(({ id }) => id),
    )
  })

  it('is guarded over gRPC as well', async () => {
    const client = await sdkClient(agent.url, 'GRPC', '1.0')
    await expect(client.transport.getExtendedAgentCard({ tenant: '' })).rejects.toThrow(/token on the card/)
    const card = await client.transport.getExtendedAgentCard(
      { tenant: '' },
      { serviceParameters: { authorization: BEARER.Authorization } },
    )
    expect(card.version).toBe('2.1.0+traveller')
  })

  it('is given to 0.3 without a signature', async () => {
    const response = await fetch(`${agent.url}/a2a`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...BEARER },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'agent/getAuthenticatedExtendedCard' }),
    })
    const { result }: AnyAnswer = await response.json()
    expect([result.version, result.protocolVersion, result.signatures]).toEqual([
      '2.1.0+traveller',
      '0.3',
      undefined,
    ])
  })
})

describe('the strict twin', () => {
  const text = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] } }

  it('requires its extension and speaks 1.0 alone', async () => {
    const card = await getJson(`/strict${CARD_PATH}`, {})
    expect([card.capabilities.extensions[0].required, card.supportedInterfaces]).toEqual([
      true,
      [
        { url: `${agent.url}/strict/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: `${agent.url}/strict/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      ],
    ])
    const refused = await rpc(`${agent.url}/strict`, 'SendMessage', text)
    const accepted = await rpc(`${agent.url}/strict`, 'SendMessage', text, {
      'A2A-Extensions': CURRENCY_EXTENSION,
    })
    const old = await rpc(`${agent.url}/strict`, 'SendMessage', text, { 'A2A-Version': '0.3' })
    expect([refused.error.code, accepted.result.message.role, old.error.code]).toEqual([
      -32008,
      'ROLE_AGENT',
      -32009,
    ])
  })
})

/** RFC 8785 for the values of a card: strings, whole numbers, booleans. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}
