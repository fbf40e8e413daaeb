// The client certificate of an agent at its authorization server (RFC 8705): it identifies the client, and tokens are bound to it.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { clientCertificate, testAuthorityPem } from '../../../../e2e/agents/broken/certificates.ts'
import {
  boundAgent,
  type CertificateServer,
  certificateServer,
} from '../../../../e2e/fixtures/certificate-server.ts'
import { signedIn, statusOfCall } from '../../../../e2e/fixtures/sign-in-steps.ts'

let window: TestWindow
let server: CertificateServer

beforeEach(async () => {
  window = await openWindow()
  server = await certificateServer()
})
afterEach(async () => {
  await window.close()
  await server.close()
})

async function connected(): Promise<string> {
  const { url } = await untilTestEnds(boundAgent(server))
  const agentId = await window.idOf(url)
  const settings = { ...defaultConnectionSettings, network: { caPem: testAuthorityPem } }
  await window.client.agents.configure({ agentId, settings })
  await window.client.access.setClientCertificate({ agentId, certificate: clientCertificate })
  await window.client.card.discover({ agentId })
  return agentId
}

const token = 'mtls /token CN=client'
const request = (agentId: string, id: string) => ({
  agentId,
  wayId: 'login client-credentials',
  client: { id },
  scopes: [],
})

test.each(['by-authority', 'by-itself'])(
  'a client that is known %s gets a token that is good with the certificate alone',
  async (id) => {
    const agentId = await connected()
    await window.client.access.approve({ agentId, origin: server.issuer, approved: true })
    const { run, signedIn: is } = await signedIn(window, request(agentId, id))
    expect(run?.steps.filter(({ state }) => state === 'failed')).toEqual([])
    expect([is?.clientId, server.asked]).toEqual([id, [token]])
    expect(await statusOfCall(window, agentId)).toBe(200)

    window = await window.reopen()
    await window.client.signIn.refresh({ agentId })
    expect(server.asked).toEqual([token, token])
    expect(await statusOfCall(window, agentId)).toBe(200)
    await window.client.access.setClientCertificate({ agentId, certificate: null })
    expect(await statusOfCall(window, agentId)).toBe(401)

    await window.client.access.setClientCertificate({ agentId, certificate: clientCertificate })
    await window.client.signIn.signOut({ agentId })
    expect(server.asked.slice(2)).toEqual(['mtls /token/revocation CN=client'])
    expect(server.bound.size).toBe(1)
  },
)

test('the certificate is shown to no server that was not approved', async () => {
  const agentId = await connected()
  const client = { id: 'by-authority', method: 'tls_client_auth' } as const
  const { run } = await signedIn(window, { ...request(agentId, ''), client })
  expect(run?.steps.find(({ state }) => state === 'failed')?.sentence).toBe(
    `This client authenticates with a certificate. Set one in “Connection settings”, and approve ${server.issuer} under “Sent to” in Access.`,
  )
  expect(server.asked).toEqual([])
  const { origins } = (await window.client.access.describe({ agentId })).access
  expect(origins).toContainEqual(
    expect.objectContaining({ origin: server.issuer, uses: ['token'], approved: false }),
  )
})
