// Two agents of one server: the second may use the client of the first, with the user's consent, and never its token.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../../../e2e/agents/agent.ts'
import { clientCertificate } from '../../../../e2e/agents/broken/certificates.ts'
import { guarded } from '../../../../e2e/agents/quirks/access.ts'
import {
  type AuthorizationServer,
  authorizationServer,
  robot,
} from '../../../../e2e/fixtures/authorization-server.ts'
import { lyingServer } from '../../../../e2e/fixtures/lying-server.ts'
import { connectedTo, signedIn, statusOfCall } from '../../../../e2e/fixtures/sign-in-steps.ts'

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

const connected = (at = server) => connectedTo(window, at)

const byCode = (agentId: string) => ({ agentId, wayId: 'login authorization-code' })
const offered = async (agentId: string) => (await window.client.access.describe({ agentId })).sharedClients

test('a registered client is offered for its grant, and used only when it is chosen', async () => {
  const [first, second] = [await connected(), await connected()]
  expect(await offered(second)).toEqual([])
  const one = await signedIn(window, byCode(first))
  const clientId = one.signedIn?.clientId ?? ''
  expect(await offered(second)).toEqual([
    {
      agentId: first,
      name: expect.any(String),
      clientId,
      wayIds: ['login authorization-code'],
    },
  ])
  expect(await offered(first)).toEqual([])

  const own = await signedIn(window, byCode(second))
  expect(own.signedIn?.clientId).not.toBe(clientId)
  const shared = await signedIn(window, { ...byCode(second), clientOf: first })
  expect(shared.signedIn?.clientId).toBe(clientId)
  expect(shared.run?.steps.find(({ name }) => name === 'register')).toMatchObject({
    state: 'skipped',
    exchangeIds: [],
  })
  // A separate token, which outlasts the first agent's.
  await window.client.signIn.signOut({ agentId: first })
  expect([await statusOfCall(window, first), await statusOfCall(window, second)]).toEqual([401, 200])
})

test('a client with a secret is not sent to another server, nor used once its agent is signed out', async () => {
  const first = await connected()
  await signedIn(window, { agentId: first, wayId: 'login client-credentials', client: robot })
  const other = await untilTestEnds(authorizationServer())
  const second = await connected(other)
  expect(await offered(second)).toEqual([])
  const request = { agentId: second, wayId: 'login client-credentials', clientOf: first }
  const failed = async () =>
    (await signedIn(window, request)).run?.steps.find(({ state }) => state === 'failed')?.sentence
  expect(await failed()).toBe(
    'The agent whose client was chosen is signed in at another server. The client was not used.',
  )
  expect(other.secrets).toEqual([])
  await window.client.signIn.signOut({ agentId: first })
  expect(await failed()).toBe('The agent whose client was chosen is no longer signed in.')
})

const clientCredentials = { clientCredentials: { enabled: true } }
const resourceIndicators = {
  enabled: true,
  getResourceServerInfo: () => ({ scope: 'travel:read', accessTokenFormat: 'opaque' }) as const,
}

test('what counts is where tokens are issued, not where an agent says who issues them', async () => {
  await server.close()
  server = await authorizationServer({
    configuration: { features: { ...clientCredentials, resourceIndicators } },
  })
  const output = await untilTestEnds(lyingServer())
  const challenge = `Bearer resource_metadata="${output.issuer}/.well-known/oauth-protected-resource"`
  const quirks = [guarded({ opens: [], covers: 'everything', challenge })]
  const { url } = await untilTestEnds(agent({ dialect: '1.0', quirks }))
  output.metadata = { resource: `${url}/`, authorization_servers: [server.issuer] }
  await window.connect(url)
  const first = await window.idOf(url)
  const state = await signedIn(window, { agentId: first, wayId: ' client-credentials', client: robot })
  expect(state.signedIn).toMatchObject({ server: server.issuer, way: { server: output.issuer } })
  const wayIds = ['authorization-code', 'device-code', 'client-credentials'].map((grant) => `login ${grant}`)
  expect(await offered(await connected())).toMatchObject([{ clientId: robot.id, wayIds }])

  await window.client.access.setClientCertificate({ agentId: first, certificate: clientCertificate })
  const { origins } = (await window.client.access.describe({ agentId: first })).access
  expect(origins.filter(({ uses }) => uses.includes('token')).map(({ origin }) => origin)).toContain(
    server.issuer,
  )
})
