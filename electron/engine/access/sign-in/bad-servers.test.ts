// Authorization servers that lie, break or respond late, and browsers with foreign responses: each ends in a clear
// sentence, and no secret is sent where it should not.

import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '#shared/a2a/model.ts'
import type { SignInState } from '#shared/contract/sign-in.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../../../e2e/agents/agent.ts'
import { headerOf } from '../../../../e2e/agents/http-server.ts'
import { guarded } from '../../../../e2e/agents/quirks/access.ts'
import { type LyingServer, lyingServer } from '../../../../e2e/fixtures/lying-server.ts'
import { hasEnded, untilSignIn } from '../../../../e2e/fixtures/sign-in-steps.ts'
import { metadataAddresses } from './discover.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const lying = () => untilTestEnds(lyingServer())

function connectedTo({ issuer }: LyingServer): Promise<string> {
  const openIdConnectUrl = `${issuer}/.well-known/openid-configuration`
  return connectedBy({ openIdConnectSecurityScheme: { openIdConnectUrl } })
}

async function connectedBy(login: JsonObject): Promise<string> {
  const securitySchemes = { login }
  const { url } = await untilTestEnds(agent({ dialect: '1.0', card: { securitySchemes } }))
  await window.connect(url)
  return window.idOf(url)
}

async function started(agentId: string, grant: string, scopes = ['openid']): Promise<SignInState> {
  const client = grant === 'client-credentials' ? { id: 'me', secret: 'a-secret-of-mine-40af' } : { id: 'me' }
  await window.client.signIn.start({ agentId, wayId: `login ${grant}`, client, scopes })
  return untilSignIn(window, agentId, (state) => state.run?.browser !== undefined || hasEnded(state))
}

/** The sentence of the failed step at the end of the run. */
async function problemOf(agentId: string): Promise<string> {
  const { run, signedIn } = await untilSignIn(window, agentId, hasEnded)
  expect(signedIn).toBeUndefined()
  expect(run?.state).toBe('failed')
  return run?.steps.find(({ state }) => state === 'failed')?.sentence ?? ''
}

describe('metadata', () => {
  test.each<[string, (it: LyingServer) => void, string]>([
    [
      'of another issuer',
      (it) => (it.metadata['issuer'] = 'https://else.test'),
      'belongs to another issuer, https://else.test',
    ],
    [
      'without a token endpoint',
      (it) => delete it.metadata['token_endpoint'],
      'has no usable “token_endpoint”',
    ],
    [
      'with an endpoint in the clear',
      (it) => (it.metadata['token_endpoint'] = 'http://login.example.com/token'),
      'is not encrypted',
    ],
    [
      'with an endpoint for certificates in the clear',
      (it) => (it.metadata['mtls_endpoint_aliases'] = { token_endpoint: 'http://mtls.example.com/token' }),
      'The mTLS endpoint http://mtls.example.com/token is not encrypted',
    ],
    [
      'with an endpoint that is no web address',
      (it) => (it.metadata['authorization_endpoint'] = 'javascript:alert(1)'),
      'is not an http or https address',
    ],
    [
      'with a name in an endpoint',
      (it) => (it.metadata['token_endpoint'] = 'https://me:you@login.example.com/token'),
      'has a name or password in it',
    ],
    [
      'that is elsewhere',
      (it) => {
        it.answer = (_, response) => response.writeHead(302, { Location: 'https://else.test/' }).end()
      },
      'It redirects to https://else.test/',
    ],
    [
      'of 10 MB',
      (it) => {
        it.answer = (_, response) => response.end(`{"a":"${'x'.repeat(10_000_000)}"}`)
      },
      'larger than',
    ],
    [
      'that is no JSON',
      (it) => {
        it.answer = (_, response) => response.end('<html>')
      },
      'is not JSON',
    ],
    [
      'that is not there',
      (it) => {
        it.answer = (_, response) => response.writeHead(404).end()
      },
      'answered 404',
    ],
    [
      'that never comes',
      (it) => {
        it.answer = () => undefined
      },
      'respond',
    ],
  ])('%s', async (_, lie, sentence) => {
    const it = await lying()
    lie(it)
    const agentId = await connectedTo(it)
    const settings = await window.client.agents.settings({ agentId })
    await window.client.agents.configure({
      agentId,
      settings: { ...settings, network: { answerSeconds: 1 } },
    })
    await started(agentId, 'client-credentials')
    expect(await problemOf(agentId)).toContain(sentence)
    expect(it.bodies.join()).not.toContain('a-secret-of-mine')
  })

  test('without the endpoint of the grant, and a card without it', async () => {
    const it = await lying()
    delete it.metadata['authorization_endpoint']
    const agentId = await connectedTo(it)
    await started(agentId, 'authorization-code')
    expect(await problemOf(agentId)).toBe('The metadata has no “authorization_endpoint”.')
    const flows = { deviceCode: { tokenUrl: `${it.issuer}/token`, scopes: {} } }
    const other = await connectedBy({ oauth2SecurityScheme: { flows } })
    await started(other, 'device-code')
    expect(await problemOf(other)).toBe('The card has no “deviceAuthorizationUrl”.')
  })

  test('of every tenant of Entra', async () => {
    const it = await lying()
    it.metadata['issuer'] = `${it.issuer}/{tenantid}/v2.0`
    const openIdConnectUrl = `${it.issuer}/common/v2.0/.well-known/openid-configuration`
    const agentId = await connectedBy({ openIdConnectSecurityScheme: { openIdConnectUrl } })
    await started(agentId, 'client-credentials')
    expect(await problemOf(agentId)).toContain('have the id of one tenant in place of “common”.')
  })

  test.each([
    [
      'authorization_endpoint',
      'authorization endpoint',
      'redirect_uri=http://evil.test&state=x',
      'redirect_uri',
    ],
    ['authorization_endpoint', 'authorization endpoint', 'p=1&response%5Ftype=token', 'response_type'],
    ['authorization_endpoint', 'authorization endpoint', 'request_uri=https://evil.test/r', 'request_uri'],
    ['token_endpoint', 'token endpoint', 'grant_type=password', 'grant_type'],
    ['device_authorization_endpoint', 'device authorization endpoint', 'client_id=them', 'client_id'],
  ])('whose %s has a parameter of the request in its query', async (member, what, query, name) => {
    const it = await lying()
    it.metadata[member] = `${it.metadata[member]}?${query}`
    const { run } = await started(await connectedTo(it), 'authorization-code')
    expect(run?.browser).toBeUndefined()
    expect(run?.steps.find(({ state }) => state === 'failed')?.sentence).toBe(
      `The ${what} ${it.metadata[member]} has “${name}” in its query, which only the sign-in itself may set. Nothing was sent there.`,
    )
  })

  test('keeps the rest of an endpoint’s query, and a prompt of another account takes the place of its own', async () => {
    const it = await lying()
    it.metadata['authorization_endpoint'] = `${it.issuer}/authorize?p=policy&prompt=consent`
    it.metadata['jwks_uri'] = `${it.issuer}/keys?client_id=them`
    const agentId = await connectedTo(it)
    const browserAt = async (otherAccount: boolean) => {
      const client = { id: 'me' }
      await window.client.signIn.start({ agentId, wayId: 'login authorization-code', client, otherAccount })
      const { run } = await untilSignIn(window, agentId, (state) => state.run?.browser !== undefined)
      return new URL(run?.browser?.url ?? '').searchParams
    }
    expect((await browserAt(false)).getAll('prompt')).toEqual(['consent'])
    await window.client.signIn.cancel({ agentId })
    const params = await browserAt(true)
    expect(params.get('p')).toBe('policy')
    expect(params.getAll('prompt')).toEqual(['select_account'])
  })

  test('out there that leads to this machine', async () => {
    const { checkEndpoint } = await import('./endpoints.ts')
    expect(() =>
      checkEndpoint('token endpoint', 'https://127.0.0.1/token', 'https://login.example.com/'),
    ).toThrow('is on this machine or in its network, but login.example.com, which names it, is not')
    for (const unknown of [undefined, ''])
      expect(() => checkEndpoint('token endpoint', 'http://127.0.0.1/token', unknown)).toThrow(
        'is on this machine or in its network, but what names it isn’t known to be',
      )
  })

  test('is looked for where an issuer has it', () => {
    expect(metadataAddresses('https://a.test/realms/x', 'oauth')).toEqual([
      'https://a.test/.well-known/oauth-authorization-server/realms/x',
      'https://a.test/realms/x/.well-known/openid-configuration',
      'https://a.test/realms/x',
    ])
    expect(metadataAddresses('https://a.test/', 'openid')).toEqual([
      'https://a.test/.well-known/openid-configuration',
      'https://a.test/.well-known/oauth-authorization-server',
    ])
    const asItIs = 'https://a.test/.well-known/oauth-authorization-server/x'
    expect(metadataAddresses(asItIs, 'oauth')).toEqual([asItIs])
  })
})

test.each<[string, string, JsonObject]>([
  ['device authorization endpoint', 'deviceCode', { deviceAuthorizationUrl: 'else' }],
  ['refresh URL', 'clientCredentials', { refreshUrl: 'else' }],
])('a card whose %s is on another server gets no secret sent there', async (what, flow, members) => {
  const [it, other] = [await lying(), await lying()]
  const elsewhere = Object.fromEntries(Object.keys(members).map((name) => [name, `${other.issuer}/else`]))
  const flows = { [flow]: { tokenUrl: `${it.issuer}/token`, ...elsewhere, scopes: {} } }
  const agentId = await connectedBy({ oauth2SecurityScheme: { flows } })
  const client = { id: 'me', secret: 'a-secret-of-mine-40af' }
  const grant = flow === 'deviceCode' ? 'device-code' : 'client-credentials'
  await window.client.signIn.start({ agentId, wayId: `login ${grant}`, client })
  expect(await problemOf(agentId)).toBe(
    `The card’s ${what} ${other.issuer}/else is on another server than its token endpoint. Nothing was sent there.`,
  )
  expect(other.bodies).toEqual([])
})

test('a card that has consent given at one server and the code sent to another is said to', async () => {
  const [it, other] = [await lying(), await lying()]
  const agentId = await connectedBy({
    oauth2SecurityScheme: {
      flows: {
        authorizationCode: {
          authorizationUrl: `${it.issuer}/authorize`,
          tokenUrl: `${other.issuer}/token`,
          scopes: {},
        },
      },
    },
  })
  const { run } = await started(agentId, 'authorization-code', [])
  const [at, to] = [new URL(it.issuer).host, new URL(other.issuer).host]
  expect(run?.steps.find(({ name }) => name === 'authorize')?.sentence).toBe(
    `Waiting for browser sign-in at ${at}. The card has the code sent to ${to}. Continue only if you trust that server.`,
  )
})

test('a client is not used again where the server names another endpoint than it had', async () => {
  const [it, other] = [await lying(), await lying()]
  const agentId = await connectedTo(it)
  expect((await started(agentId, 'client-credentials')).run?.state).toBe('done')
  it.metadata['device_authorization_endpoint'] = `${other.issuer}/device`
  await window.client.signIn.start({ agentId, wayId: 'login device-code' })
  expect((await untilSignIn(window, agentId, hasEnded)).run?.state).toBe('needs-client')
  expect(other.bodies).toEqual([])
})

test('a challenge leads to a token for the agent that made it, and for no other', async () => {
  const it = await lying()
  const challenge = `Bearer resource_metadata="${it.issuer}/.well-known/oauth-protected-resource"`
  const { url } = await untilTestEnds(
    agent({ dialect: '1.0', quirks: [guarded({ opens: [], covers: 'everything', challenge })] }),
  )
  await window.connect(url)
  const agentId = await window.idOf(url)
  const start = async (resource: string) => {
    Object.assign(it.metadata, { resource, authorization_servers: [it.issuer] })
    const client = { id: 'me', secret: 'a-secret-of-mine-40af' }
    await window.client.signIn.start({ agentId, wayId: ' client-credentials', client })
    return untilSignIn(window, agentId, hasEnded)
  }
  await start('https://else.test/')
  expect(await problemOf(agentId)).toContain('which isn’t this agent’s. No token was requested.')
  expect((await start(`${url}/`)).run?.state).toBe('done')
  expect(it.bodies.join()).toContain(`resource=${encodeURIComponent(`${url}/`)}`)
})

test.each([
  ['none', undefined, ['read', 'book'], 'scope=read+book'],
  ['one', 'all', ['read', 'book'], 'scope=all'],
  ['none, nor anything that is a list', undefined, 'read', 'grant_type=client_credentials'],
])(
  'where the challenge names %s, those of the resource are asked for',
  async (_, scope, supported, requested) => {
    const it = await lying()
    const named = scope === undefined ? '' : `, scope="${scope}"`
    const challenge = `Bearer resource_metadata="${it.issuer}/.well-known/oauth-protected-resource"${named}`
    const { url } = await untilTestEnds(
      agent({ dialect: '1.0', quirks: [guarded({ opens: [], covers: 'everything', challenge })] }),
    )
    const resource = { resource: `${url}/`, authorization_servers: [it.issuer] }
    Object.assign(it.metadata, { ...resource, scopes_supported: supported })
    await window.connect(url)
    const agentId = await window.idOf(url)
    const client = { id: 'me', secret: 'a-secret-of-mine-40af' }
    await window.client.signIn.start({ agentId, wayId: ' client-credentials', client })
    expect((await untilSignIn(window, agentId, hasEnded)).run?.state).toBe('done')
    expect(it.bodies.join()).toContain(requested)
  },
)

test('a challenge of an interface elsewhere is for a token there, once that origin is approved', async () => {
  const it = await lying()
  const challenge = `Bearer resource_metadata="${it.issuer}/.well-known/oauth-protected-resource"`
  const quirks = [guarded({ opens: [], covers: 'calls', challenge })]
  const other = await untilTestEnds(agent({ dialect: '1.0', quirks }))
  const supportedInterfaces = [{ url: other.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
  const { url } = await untilTestEnds(agent({ dialect: '1.0', card: { supportedInterfaces } }))
  await window.connect(url)
  const agentId = await window.idOf(url)
  const { exchangeId } = await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  const start = async (resource: string) => {
    Object.assign(it.metadata, { resource, authorization_servers: [it.issuer] })
    const client = { id: 'me', secret: 'a-secret-of-mine-40af' }
    await window.client.signIn.start({ agentId, wayId: ' client-credentials', client, exchangeId })
    return untilSignIn(window, agentId, hasEnded)
  }
  const { origin } = new URL(other.url)
  await start(`${origin}/`)
  expect(await problemOf(agentId)).toBe(
    `${origin} asks for a token, but isn’t approved to get this agent’s credentials. Approve it under “Sent to” in Access first.`,
  )
  expect(it.bodies).toEqual([])
  await window.client.access.approve({ agentId, origin, approved: true })
  await start(`${url}/`)
  expect(await problemOf(agentId)).toContain('which isn’t this agent’s. No token was requested.')
  expect((await start(`${origin}/`)).run?.state).toBe('done')
  expect(it.bodies.join()).toContain(`resource=${encodeURIComponent(`${origin}/`)}`)
  await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  expect(headerOf(other.requests.at(-1) ?? { headers: [] }, 'authorization')).toBe(
    'Bearer a-token-of-the-liar',
  )
})

test('what another agent was refused with leads nowhere', async () => {
  const it = await lying()
  const challenge = `Bearer resource_metadata="${it.issuer}/.well-known/oauth-protected-resource", scope="all"`
  const [first, second] = await Promise.all(
    [[guarded({ opens: [], covers: 'calls', challenge })], []].map(async (quirks) => {
      const { url } = await untilTestEnds(agent({ dialect: '1.0', quirks }))
      await window.connect(url)
      return window.idOf(url)
    }),
  )
  const { exchangeId } = await window.client.conversation.send({
    agentId: first ?? '',
    text: 'hello',
    stream: false,
  })
  const described = await Promise.all(
    [first, second].map((agentId = '') => window.client.access.describe({ agentId, exchangeId })),
  )
  expect(described.map(({ signIns, missingScopes }) => [signIns.length, missingScopes])).toEqual([
    [3, ['all']],
    [0, []],
  ])
})

test.each([
  ['invalid_client', 'The client ID, its secret'],
  ['invalid_grant', 'no longer valid'],
  ['unauthorized_client', 'may not use this grant, or its secret is wrong'],
  ['unsupported_grant_type', 'does not support this grant'],
  ['invalid_scope', 'does not know a scope'],
  ['invalid_target', 'for this resource'],
  ['something_new', 'The server refused: something_new (“said why”).'],
])('the error %s of the token endpoint', async (error, sentence) => {
  const it = await lying()
  it.token = () => ({ error, error_description: 'said why' })
  const agentId = await connectedTo(it)
  await started(agentId, 'client-credentials')
  expect(await problemOf(agentId)).toContain(sentence)
})

test('a device code that nobody entered has expired', async () => {
  const it = await lying()
  it.token = (body) =>
    body.has('device_code')
      ? { error: 'authorization_pending' }
      : {
          device_code: 'a-device-code-of-the-liar',
          user_code: 'ABCD',
          verification_uri: it.issuer,
          expires_in: 1,
          interval: 1,
        }
  const agentId = await connectedTo(it)
  await window.client.signIn.start({ agentId, wayId: 'login device-code', client: { id: 'me' } })
  const { run } = await untilSignIn(window, agentId, hasEnded)
  expect(run?.steps.find(({ name }) => name === 'exchange')).toMatchObject({
    state: 'failed',
    sentence: 'The code expired before it was entered. Start again.',
  })
})

test.each<[string, unknown, string]>([
  ['without a token', { token_type: 'Bearer' }, 'access_token'],
  [
    'with a token that no header carries',
    { access_token: 'a\r\nX: y', token_type: 'Bearer' },
    'header can’t carry',
  ],
  [
    'with a token of another type',
    { access_token: 'abcdefgh', token_type: 'magic' },
    'signed or typed in a way',
  ],
  ['that is a list', [], 'not what OAuth says'],
])('a token response %s', async (_, response, sentence) => {
  const it = await lying()
  it.token = () => response
  const agentId = await connectedTo(it)
  await started(agentId, 'client-credentials')
  expect(await problemOf(agentId)).toContain(sentence)
})

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)

describe('an ID token', () => {
  test.each<[string, { readonly alg: string }, object, string]>([
    ['without a signature', { alg: 'none' }, {}, 'or not at all'],
    ['that is expired', { alg: 'RS256' }, { exp: now() - 600, iat: now() - 900 }, 'expired or not valid yet'],
    ['of the future', { alg: 'RS256' }, { nbf: now() + 600 }, 'expired or not valid yet'],
    ['for another client', { alg: 'RS256' }, { aud: 'you' }, 'for someone else'],
    ['of another issuer', { alg: 'RS256' }, { iss: 'https://else.test' }, 'for someone else'],
    ['of another sign-in', { alg: 'RS256' }, { nonce: 'another' }, 'for someone else'],
    ['that nobody signed', { alg: 'RS256' }, {}, 'signature verification failed'],
  ])('%s', async (_, header, changes, sentence) => {
    const it = await lying()
    const agentId = await connectedTo(it)
    const { run } = await started(agentId, 'authorization-code')
    const params = new URL(run?.browser?.url ?? '').searchParams
    const claims = {
      iss: it.issuer,
      aud: 'me',
      sub: 's',
      iat: now(),
      exp: now() + 60,
      nonce: params.get('nonce'),
    }
    const signature = Buffer.alloc(256).toString('base64url')
    it.token = () => ({
      access_token: 'a-token-of-the-liar',
      token_type: 'Bearer',
      id_token: `${base64(header)}.${base64({ ...claims, ...changes })}.${header.alg === 'none' ? '' : signature}`,
    })
    await (await fetch(`${run?.browser?.redirectUri}?code=c-1-c-1-c-1&state=${params.get('state')}`)).text()
    expect(await problemOf(agentId)).toContain(sentence)
  })
})

describe('the redirect address', () => {
  async function waiting() {
    const it = await lying()
    it.metadata['authorization_response_iss_parameter_supported'] = true
    const agentId = await connectedTo(it)
    const { run } = await started(agentId, 'authorization-code', [])
    const { browser } = run ?? {}
    const state = new URL(browser?.url ?? '').searchParams.get('state') ?? ''
    const redirectUri = browser?.redirectUri ?? ''
    const arrive = async (query: Record<string, string>) =>
      (await fetch(`${redirectUri}?${new URLSearchParams(query)}`)).text()
    return { it, agentId, state, redirectUri, come: arrive }
  }

  test('is on 127.0.0.1, with a path that nobody knows', async () => {
    const { redirectUri } = await waiting()
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}$/)
    expect((await fetch(new URL('/', redirectUri))).status).toBe(404)
  })

  test('refuses and reports what is not from this sign-in, and still takes what is', async () => {
    const { it, agentId, state, redirectUri, come } = await waiting()
    expect(await come({ code: 'c', state: 'another' })).toContain('Unexpected response.')
    const { port, pathname } = new URL(redirectUri)
    const rebound = httpRequest({
      port,
      path: `${pathname}?code=c&state=${state}`,
      headers: { host: 'else.test' },
    })
    rebound.end()
    const [response] = (await once(rebound, 'response')) as [IncomingMessage]
    expect([response.statusCode, await textOf(response)]).toEqual([400, expect.stringContaining('Refused')])
    // The server responds only after a second request.
    const deferred = Promise.withResolvers<void>()
    it.answer = (_, answer) => {
      void deferred.promise.then(() =>
        answer
          .setHeader('Content-Type', 'application/json')
          .end('{"access_token":"a-token-of-the-liar","token_type":"Bearer"}'),
      )
    }
    expect(await come({ code: 'c', state, iss: it.issuer })).toContain('You can close this tab')
    expect(await come({ code: 'c', state, iss: it.issuer })).toContain('Unexpected response.')
    deferred.resolve()
    const done = await untilSignIn(window, agentId, hasEnded)
    expect(done.run?.state).toBe('done')
    expect(done.run?.refused).toEqual([
      'Rejected a response with the wrong state.',
      'Rejected a request with an unexpected Host header.',
      'Rejected a second response.',
    ])
    await expect(come({ code: 'c', state })).rejects.toThrow()
  })

  test.each<[string, (issuer: string) => Record<string, string>, string]>([
    ['another issuer', () => ({ code: 'c', iss: 'https://else.test' }), 'iss'],
    ['no issuer', () => ({ code: 'c' }), 'iss'],
    ['a refusal', (iss) => ({ error: 'access_denied', iss }), 'Access was denied in the browser.'],
    [
      'an error',
      (iss) => ({ error: 'server_error', error_description: 'broke', iss }),
      'server_error (“broke”)',
    ],
  ])('with %s: nothing is exchanged', async (_, answer, sentence) => {
    const { it, agentId, state, come } = await waiting()
    const before = it.bodies.length
    await come({ ...answer(it.issuer), state })
    expect(await problemOf(agentId)).toContain(sentence)
    expect(it.bodies.length).toBe(before)
  })

  test('is closed when the sign-in is canceled', async () => {
    const { agentId, state, come } = await waiting()
    expect((await window.client.signIn.cancel({ agentId })).run?.state).toBe('canceled')
    await expect(come({ code: 'c', state })).rejects.toThrow()
  })
})

test('a private key that is none, a redirect address elsewhere and a way that is not there are refused at once', async () => {
  const agentId = await connectedTo(await lying())
  const start = (wayId: string, client: Parameters<typeof window.client.signIn.start>[0]['client']) =>
    window.client.signIn.start({ agentId, wayId, client })
  await expect(start('login magic', { id: 'me' })).rejects.toThrow(
    'The card doesn’t offer this way to sign in',
  )
  await expect(start('login device-code', { id: 'me', redirectUri: 'https://else.test/' })).rejects.toThrow()
  for (const end of ['?a=b', '#a'])
    await expect(
      start('login device-code', { id: 'me', redirectUri: `http://127.0.0.1/back${end}` }),
    ).rejects.toMatchObject({
      data: { issues: [{ message: expect.stringContaining('can’t have a query or a fragment') }] },
    })
  await start('login client-credentials', { id: 'me', privateKey: 'none' })
  expect(await problemOf(agentId)).toContain('This private key can’t be read')
})
