// From a card alone to an authorized request, by each grant, with a certified authorization server.

import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { JsonObject } from '#shared/a2a/model.ts'
import type { SignInState } from '#shared/contract/sign-in.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { clientCertificate } from '../../../../e2e/agents/broken/certificates.ts'
import { headerOf } from '../../../../e2e/agents/http-server.ts'
import type { Quirk } from '../../../../e2e/agents/quirk.ts'
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

const stepsOf = ({ run }: SignInState) => run?.steps.map(({ name, state }) => `${name} ${state}`)

test('by code from an OpenID Connect card, with a client that is registered on the way', async () => {
  const agentId = await connected()
  expect(await statusOfCall(window, agentId)).toBe(401)
  const state = await signedIn(window, { agentId, wayId: 'login authorization-code' })
  expect(stepsOf(state)).toEqual([
    'discover done',
    'register done',
    'authorize done',
    'exchange done',
    'use done',
    'refresh waiting',
  ])
  expect(state.signedIn).toMatchObject({ account: 'ada', scopes: ['openid', 'travel:read'], refreshes: true })
  expect(await statusOfCall(window, agentId)).toBe(200)
  for (const step of state.run?.steps ?? []) {
    const isOnWire = ['discover', 'register', 'exchange', 'use'].includes(step.name)
    expect([step.name, step.exchangeIds.length > 0]).toEqual([step.name, isOnWire])
    for (const exchangeId of step.exchangeIds) expect(await window.entries(exchangeId)).not.toEqual([])
  }
})

test.each<[string, (issuer: string) => JsonObject]>([
  [
    '1.0',
    (issuer) => ({
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${issuer}/token`, scopes: {} } } },
    }),
  ],
  [
    'generated code showing through',
    (issuer) => ({
      scheme: {
        $case: 'oauth2SecurityScheme',
        value: {
          flows: {
            flow: {
              $case: 'clientCredentials',
              value: { tokenUrl: `${issuer}/token`, refreshUrl: '', scopes: {} },
            },
          },
        },
      },
    }),
  ],
])('by client credentials from a card of %s', async (_, scheme) => {
  const agentId = await connected({ machine: scheme(server.issuer) })
  const request = { agentId, wayId: 'machine client-credentials' }
  expect((await signedIn(window, request)).run?.state).toBe('needs-client')
  const state = await signedIn(window, { ...request, client: robot })
  expect(stepsOf(state)?.slice(0, 5)).toEqual([
    'discover skipped',
    'register skipped',
    'authorize skipped',
    'exchange done',
    'use done',
  ])
  expect(await statusOfCall(window, agentId)).toBe(200)
})

test('with the secret in the form, and with a key in place of one', async () => {
  const flows = { clientCredentials: { tokenUrl: `${server.issuer}/token`, scopes: {} } }
  const agentId = await connected({ m: { type: 'oauth2', flows } }, { dialect: '0.3' })
  const request = { agentId, wayId: 'm client-credentials' }
  const client = { id: `${robot.id}-post`, secret: robot.secret, method: 'client_secret_post' } as const
  expect((await signedIn(window, { ...request, client })).run?.state).toBe('done')

  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await server.close()
  server = await authorizationServer({
    configuration: {
      clients: [
        {
          client_id: 'keyed',
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_signing_alg: 'ES256',
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
          jwks: { keys: [{ ...(publicKey.export({ format: 'jwk' }) as { kty: 'EC' }) }] },
        },
      ],
    } as never,
  })
  const keyed = await connected({
    m: {
      oauth2SecurityScheme: {
        oauth2MetadataUrl: `${server.issuer}/.well-known/oauth-authorization-server`,
        flows: { clientCredentials: { tokenUrl: '', scopes: {} } },
      },
    },
  })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const state = await signedIn(window, {
    agentId: keyed,
    wayId: 'm client-credentials',
    client: { id: 'keyed', privateKey: pem },
  })
  expect(state.run?.steps.filter(({ state: is }) => is === 'failed')).toEqual([])
  expect(await statusOfCall(window, keyed)).toBe(200)
})

test('by device code, with the proof key that Keycloak wants of clients that have to use PKCE', async () => {
  const agentId = await connected()
  await window.client.signIn.start({ agentId, wayId: 'login device-code', client: { id: 'desk' } })
  const { run } = await untilSignIn(window, agentId, waitsForUser)
  expect(run?.device?.url).toBe(`${server.issuer}/device`)
  await logIn(run?.device?.completeUrl ?? '')
  const state = await untilSignIn(window, agentId, hasEnded)
  expect(state.run?.steps.filter(({ state: is }) => is === 'failed')).toEqual([])
  expect(await statusOfCall(window, agentId)).toBe(200)
  const sent = async (step: string) => {
    const { exchangeIds = [] } = state.run?.steps.find(({ name }) => name === step) ?? {}
    const entries = (await Promise.all(exchangeIds.map(window.entries))).flat()
    return entries.map((entry) => (entry.kind === 'request' && entry.body?.text) || '').join('\n')
  }
  expect(await sent('authorize')).toMatch(/code_challenge=[\w-]{43}&code_challenge_method=S256/)
  expect(await sent('exchange')).toMatch(/code_verifier=(\[|%5B)secret/)
})

test('a token is refreshed before it ends, after a 401, and by hand; signing out takes it away', async () => {
  const agentId = await connected()
  const first = await signedIn(window, { agentId, wayId: 'login authorization-code' })
  expect(first.signedIn).toMatchObject({ refreshes: true, signedInAt: expect.any(Number) })
  server.valid.clear()
  expect(await statusOfCall(window, agentId)).toBe(200)
  expect(server.valid.size).toBe(1)
  const second = await window.client.signIn.refresh({ agentId })
  expect(second.signedIn?.signedInAt).toBe(first.signedIn?.signedInAt)
  expect(server.valid.size).toBe(2)
  expect(second.run?.steps.at(-1)).toMatchObject({ name: 'refresh', state: 'done' })
  const out = await window.client.signIn.signOut({ agentId })
  expect(out.signedIn).toBeUndefined()
  expect(await statusOfCall(window, agentId)).toBe(401)
})

test.each([
  [3600, 3560, 3580],
  [10, 4, 6],
])('a token of %i s goes along after %i s, and another one after %i s', async (ttl, early, late) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const start = Date.now()
  await server.close()
  server = await authorizationServer({ configuration: { ttl: { AccessToken: ttl } } })
  const agentId = await connected()
  await signedIn(window, { agentId, wayId: 'login authorization-code' })
  const issued = async (seconds: number) => {
    vi.setSystemTime(start + seconds * 1000)
    expect(await statusOfCall(window, agentId)).toBe(200)
    return server.valid.size
  }
  expect([await issued(0), await issued(early), await issued(late), await issued(late)]).toEqual([1, 1, 2, 2])
})

test('a token outlasts a restart where secrets do, and goes to no origin that was not approved', async () => {
  const agentId = await connected()
  await signedIn(window, { agentId, wayId: 'login authorization-code' })
  window = await window.reopen()
  expect(await statusOfCall(window, agentId)).toBe(200)
  const { access } = await window.client.access.describe({ agentId })
  const [own] = access.origins.filter(({ approved }) => approved)
  await window.client.access.approve({ agentId, origin: own?.origin ?? '', approved: false })
  const call = await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  expect(call.credentials).toBe('withheld')
  expect(await statusOfCall(window, agentId)).toBe(401)
})

test.each(['not what was kept', '{}'])(
  'a vault that gives back %j has lost it: nothing is sent, and signing in again brings it back',
  async (text) => {
    const agentId = await connected()
    await signedIn(window, { agentId, wayId: 'login authorization-code' })
    const { secrets } = window.engine.host
    await secrets.set(`${agentId} sign-in`, text)
    window = await window.reopen()
    const state = await untilSignIn(window, agentId, () => true)
    expect(state).toEqual({ isLost: true })
    expect((await window.client.access.describe({ agentId })).access.signedIn).toBe(false)
    const call = await window.client.conversation.send({ agentId, text: 'hello', stream: false })
    expect(call.credentials).toBe('incomplete')
    expect(await statusOfCall(window, agentId)).toBe(401)
    const again = await signedIn(window, { agentId, wayId: 'login authorization-code' })
    expect([again.isLost, await statusOfCall(window, agentId)]).toEqual([undefined, 200])
  },
)

test('there is nothing to cancel once the token is kept, while it is used', async () => {
  const [reads, deferred] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holds: Quirk = {
    async intercept({ request }) {
      if (headerOf(request, 'authorization') === undefined) return undefined
      reads.resolve()
      await deferred.promise
      return undefined
    },
  }
  const agentId = await connected(openid(server), { quirks: [holds] })
  const client = { id: robot.id, secret: robot.secret }
  await window.client.signIn.start({ agentId, wayId: 'login client-credentials', client, scopes: [] })
  await reads.promise
  const stepOf = ({ run }: SignInState) => run?.steps.find(({ name }) => name === 'use')?.state
  const canceled = await window.client.signIn.cancel({ agentId })
  expect([canceled.run?.state, stepOf(canceled), canceled.signedIn?.clientId]).toEqual([
    'done',
    'running',
    robot.id,
  ])
  deferred.resolve()
  const ended = await untilSignIn(window, agentId, hasEnded)
  expect([ended.run?.state, stepOf(ended)]).toEqual(['done', 'done'])
})

test('a bearer token that was set by hand goes in its place', async () => {
  const agentId = await connected()
  await signedIn(window, { agentId, wayId: 'login authorization-code' })
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 'by-hand-93c1' }] })
  expect(await statusOfCall(window, agentId)).toBe(401)
  await window.client.access.set({ agentId, credentials: [] })
  expect(await statusOfCall(window, agentId)).toBe(200)
})

test('a server for tokens is asked about where there is a certificate to show it', async () => {
  const agentId = await connected()
  const tokens = async () =>
    (await window.client.access.describe({ agentId })).access.origins.filter(({ uses }) =>
      uses.includes('token'),
    )
  expect(await tokens()).toEqual([])
  await window.client.access.setClientCertificate({ agentId, certificate: clientCertificate })
  expect(await tokens()).toMatchObject([{ origin: server.issuer, approved: false }])
})

test.each([
  [
    'curl',
    /^: 'The access token is issued by http:\/\/127\.0\.0\.1:\d+\/token \(authorization-code\)\.'\ncurl /,
  ],
  ['fetch', /^\/\/ The access token is issued by /],
  ['httpx', /^# The access token is issued by /],
] as const)('a request copied as %s says where its token comes from', async (form, pattern) => {
  const agentId = await connected()
  await signedIn(window, { agentId, wayId: 'login authorization-code' })
  const { exchangeId } = await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  const { text } = await window.client.console.snippet({ exchangeId, form })
  expect(text).toMatch(pattern)
  expect(server.secrets.filter((secret) => text.includes(secret))).toEqual([])
  await window.client.signIn.signOut({ agentId })
  expect((await window.client.console.snippet({ exchangeId, form })).text).not.toMatch(pattern)
})

test('what the browser ended at can be pasted', async () => {
  const agentId = await connected()
  await window.client.signIn.start({ agentId, wayId: 'login authorization-code' })
  const { run } = await untilSignIn(window, agentId, waitsForUser)
  const address = await logIn(run?.browser?.url ?? '', 'bob', false)
  const foreign = new URL(address)
  foreign.searchParams.set('state', 'another')
  const finish = (pasted: string) => window.client.signIn.finish({ agentId, address: pasted })
  await expect(finish(foreign.href)).rejects.toThrow('That address is not from this sign-in.')
  await expect(finish('http://127.0.0.1:1/x')).rejects.toThrow('where the browser should have ended')
  await finish(address)
  const state = await untilSignIn(window, agentId, hasEnded)
  expect(state.signedIn?.account).toBe('bob')
  expect(state.run?.refused).toEqual(['Rejected an address with the wrong state.'])
})
