// Clients registered for one redirect address, endpoints without metadata, readable tokens, and calls over gRPC.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '#shared/a2a/model.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import {
  type AuthorizationServer,
  authorizationServer,
  logIn,
  type protectedAgent,
  robot,
} from '../../../../e2e/fixtures/authorization-server.ts'
import {
  connectedTo,
  hasEnded,
  openid,
  signedIn,
  statusOfCall,
  untilSignIn,
  waitsForUser,
} from '../../../../e2e/fixtures/sign-in-steps.ts'

let window: TestWindow
let server: AuthorizationServer

beforeEach(async () => {
  window = await openWindow()
  server = await authorizationServer()
})
afterEach(async () => {
  await window.close()
  await server.close()
})

const connected = (schemes: JsonObject = openid(server), options?: Parameters<typeof protectedAgent>[2]) =>
  connectedTo(window, server, schemes, options)

async function freePort(): Promise<number> {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  await new Promise((resolve) => taken.close(resolve))
  return port
}

test('an access token that is a JWT is decoded: its claims are shown, and no more of it', async () => {
  await server.close()
  server = await authorizationServer({
    configuration: {
      features: {
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => 'https://agent.example/a2a',
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({
            scope: 'travel:read',
            audience: 'https://agent.example/a2a',
            accessTokenFormat: 'jwt',
            accessTokenTTL: 600,
          }),
        },
      },
    },
  })
  const flows = { clientCredentials: { tokenUrl: `${server.issuer}/token`, scopes: {} } }
  const agentId = await connected({ m: { type: 'oauth2', flows } })
  const { signedIn: is } = await signedIn(window, { agentId, wayId: 'm client-credentials', client: robot })
  const claims = Object.fromEntries(
    is?.claims.map(({ token, name, value }) => [`${token} ${name}`, value]) ?? [],
  )
  expect(claims).toMatchObject({
    'Access token iss': server.issuer,
    'Access token aud': 'https://agent.example/a2a',
    'Access token client_id': robot.id,
    'Access token scope': 'travel:read',
    'Access token exp': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  expect(Object.keys(claims)).not.toContain('Access token jti')
  const [token = ''] = server.secrets.filter((secret) => secret.startsWith('ey'))
  expect(token.split('.')).toHaveLength(3)
  expect(JSON.stringify(is)).not.toContain(token)
  for (const part of token.split('.')) expect(window.disk()).not.toContain(part)
})

test.each(['127.0.0.1', 'localhost'])(
  'a redirect address on %s is taken as the user enters it',
  async (host) => {
    const redirectUri = `http://${host}:${await freePort()}/exactly/here`
    await server.close()
    server = await authorizationServer({
      configuration: {
        clients: [
          {
            client_id: 'strict',
            token_endpoint_auth_method: 'none',
            application_type: 'native',
            redirect_uris: [redirectUri],
            grant_types: ['authorization_code', 'refresh_token'],
          },
        ],
      },
    })
    const agentId = await connected()
    const client = { id: 'strict', redirectUri }
    await window.client.signIn.start({ agentId, wayId: 'login authorization-code', client })
    const { run } = await untilSignIn(window, agentId, waitsForUser)
    expect(run?.browser?.redirectUri).toBe(redirectUri)
    expect(await logIn(run?.browser?.url ?? '')).toMatch(/\/exactly\/here\?code=/)
    expect((await untilSignIn(window, agentId, hasEnded)).run?.state).toBe('done')
    expect(await statusOfCall(window, agentId)).toBe(200)
  },
)

test('a client whose scopes a server does not register is registered without them, and asks for them', async () => {
  let refused = 0
  server.intercept = (request, response) => {
    if (request.method !== 'POST' || request.url !== '/reg' || refused > 0) return false
    refused += 1
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(
      '{"error":"insufficient_scope","error_description":"Not permitted to use specified clientScope"}',
    )
    return true
  }
  const agentId = await connected(openid(server))
  const { run, signedIn: is } = await signedIn(window, { agentId, wayId: 'login authorization-code' })
  const [register] = run?.steps.filter(({ name }) => name === 'register') ?? []
  expect(register).toMatchObject({ state: 'done' })
  const bodies = await Promise.all(
    (register?.exchangeIds ?? []).map(async (id) => {
      const [request] = (await window.entries(id)).filter(({ kind }) => kind === 'request')
      return request?.kind === 'request' && request.body?.text
    }),
  )
  expect(bodies).toEqual([
    expect.stringContaining('"scope":"openid travel:read"'),
    expect.not.stringContaining('"scope"'),
  ])
  expect(is?.scopes).toEqual(['openid', 'travel:read'])
  expect(await statusOfCall(window, agentId)).toBe(200)
})

test('a redirect address whose port is taken is said so', async () => {
  const agentId = await connected()
  const { port } = new URL(server.issuer)
  const client = { id: 'desk', redirectUri: `http://127.0.0.1:${port}/back` }
  const { run } = await signedIn(window, { agentId, wayId: 'login authorization-code', client })
  expect(run?.steps.find(({ state }) => state === 'failed')?.sentence).toBe(
    `The redirect address http://127.0.0.1:${port} can’t be used: another program has its port.`,
  )
})

test('by code at the endpoints of a card alone, and refreshed there', async () => {
  const requests: string[] = []
  server.intercept = (request) => {
    if (request.method === 'POST') requests.push(request.url ?? '')
    request.url = request.url?.replace('/refresh', '/token') ?? ''
    return false
  }
  const agentId = await connected({
    o: {
      oauth2SecurityScheme: {
        flows: {
          authorizationCode: {
            authorizationUrl: `${server.issuer}/auth`,
            tokenUrl: `${server.issuer}/token`,
            refreshUrl: `${server.issuer}/refresh`,
            scopes: { 'travel:read': '' },
          },
        },
      },
    },
  })
  const request = { agentId, wayId: 'o authorization-code' }
  expect((await signedIn(window, request)).run?.state).toBe('needs-client')
  const client = { id: 'desk', redirectUri: 'http://127.0.0.1/back' }
  const state = await signedIn(window, { ...request, client, scopes: ['openid', 'travel:read'] })
  expect(state.run?.steps.map(({ name, state: is }) => `${name} ${is}`)).toEqual([
    'discover skipped',
    'register skipped',
    'authorize done',
    'exchange done',
    'use done',
    'refresh waiting',
  ])
  // The issuer of the ID token is unknown.
  expect(state.signedIn?.account).toBeUndefined()
  expect(await statusOfCall(window, agentId)).toBe(200)
  expect(requests.slice(-1)).toEqual(['/token'])
  server.valid.clear()
  expect(await statusOfCall(window, agentId)).toBe(200)
  expect(requests.slice(-2)).toEqual(['/token', '/refresh'])
})

test('a client that the server refused another token is not asked for again before the next sign-in', async () => {
  const requests: string[] = []
  server.intercept = ({ url = '' }, response) => {
    if (url !== '/token') return false
    requests.push(url)
    if (requests.length === 1 || requests.length > 2) return false
    response
      .writeHead(401, { 'WWW-Authenticate': 'Basic realm="tokens"', 'Content-Type': 'application/json' })
      .end('{"error":"invalid_client","error_description":"client is disabled"}')
    return true
  }
  const agentId = await connected()
  const request = { agentId, wayId: 'login client-credentials', client: robot, scopes: [] }
  expect((await signedIn(window, request)).signedIn?.refreshes).toBe(true)
  server.valid.clear()
  for (let calls = 0; calls < 3; calls++) expect(await statusOfCall(window, agentId)).toBe(401)
  expect(requests).toHaveLength(2)
  const refused = await untilSignIn(window, agentId, hasEnded)
  expect(refused.signedIn).toMatchObject({
    refreshes: false,
    refreshProblem: expect.stringContaining('The server refused: invalid_client (“client is disabled”).'),
  })
  expect((await signedIn(window, request)).signedIn?.refreshes).toBe(true)
  server.valid.clear()
  expect(await statusOfCall(window, agentId)).toBe(200)
})

test('the scopes that a refusal names are asked for, unless the user leaves them out', async () => {
  const agentId = await connected(openid(server), { scope: 'travel:book' })
  const request = { agentId, wayId: 'login authorization-code' }
  await signedIn(window, { ...request, scopes: ['openid'] })
  const { exchangeId } = await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  expect((await window.client.access.describe({ agentId, exchangeId })).missingScopes).toEqual([
    'travel:book',
  ])
  const without = await signedIn(window, { ...request, exchangeId, scopes: ['openid', 'travel:read'] })
  expect(without.signedIn?.scopes).toEqual(['openid', 'travel:read'])
  const more = await signedIn(window, { ...request, exchangeId })
  expect(more.signedIn?.scopes).toEqual(['openid', 'travel:read', 'travel:book'])
  expect(await statusOfCall(window, agentId)).toBe(200)
})

test.each([false, true])(
  'over gRPC, a call that was not authenticated is sent once more, streamed: %s',
  async (stream) => {
    const agentId = await connected(openid(server), { dialect: '1.0-grpc' })
    await signedIn(window, { agentId, wayId: 'login authorization-code' })
    const { access } = await window.client.access.describe({ agentId })
    for (const { origin } of access.origins)
      await window.client.access.approve({ agentId, origin, approved: true })
    const call = () => window.client.conversation.send({ agentId, text: 'hello', stream })
    const codeOf = async ({ exchangeId }: { readonly exchangeId: string }) =>
      (await window.entries(exchangeId)).flatMap((entry) =>
        entry.kind === 'end' ? entry.grpcStatus?.code : [],
      )
    expect(await codeOf(await call())).toEqual([0])
    server.valid.clear()
    expect(await codeOf(await call())).toEqual([0])
    expect(server.valid.size).toBe(1)
  },
)
