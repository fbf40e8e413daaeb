// Accepting an agent's invalid certificate must not expose the secrets of its authorization server to anyone in between.

import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { NetworkSettings } from '#shared/contract/connection-settings.ts'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../../../e2e/agents/agent.ts'
import { elsewhereCertificate } from '../../../../e2e/agents/broken/certificates.ts'
import { openProxy } from '../../../../e2e/agents/proxy.ts'
import { hasEnded, untilSignIn } from '../../../../e2e/fixtures/sign-in-steps.ts'

/** With an invalid certificate. */
async function openTokenServer() {
  const { certificatePem: cert, keyPem: key } = elsewhereCertificate
  let requests = 0
  const server = createServer({ cert, key }, (_, response) => {
    requests += 1
    response
      .setHeader('Content-Type', 'application/json')
      .end('{"access_token":"a-token-of-the-liar","token_type":"Bearer"}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  await untilTestEnds(
    Promise.resolve({
      async close() {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      },
    }),
  )
  const { port } = server.address() as AddressInfo
  return { port, requests: () => requests }
}

async function signedInAt(tokenUrl: string, network: NetworkSettings) {
  const window = await untilTestEnds(openWindow())
  const flows = { clientCredentials: { tokenUrl, scopes: {} } }
  const securitySchemes = { login: { oauth2SecurityScheme: { flows } } }
  const { url } = await untilTestEnds(agent({ dialect: '1.0', card: { securitySchemes } }))
  await window.connect(url)
  const agentId = await window.idOf(url)
  await window.client.agents.configure({ agentId, settings: { ...defaultConnectionSettings, network } })
  const client = { id: 'me', secret: 'a-secret-of-mine-40af' }
  await window.client.signIn.start({ agentId, wayId: 'login client-credentials', client })
  return (await untilSignIn(window, agentId, hasEnded)).run
}

test('an authorization server out there has to show a valid one', async () => {
  const server = await openTokenServer()
  const proxy = await untilTestEnds(openProxy({ tunnelsTo: server.port }))
  const run = await signedInAt('https://elsewhere.example/token', {
    acceptInvalidCertificate: true,
    proxyUrl: new URL(proxy.proxyUrl).origin,
  })
  expect(proxy.seen).toHaveLength(1)
  expect([run?.state, server.requests()]).toEqual(['failed', 0])
  expect(run?.steps.find(({ state }) => state === 'failed')?.sentence).toContain('certificate')
})

test('one on this machine need not', async () => {
  const server = await openTokenServer()
  const address = `https://127.0.0.1:${server.port}/token`
  const run = await signedInAt(address, { acceptInvalidCertificate: true })
  expect([run?.state, server.requests()]).toEqual(['done', 1])
})
