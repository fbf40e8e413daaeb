// Signing out while a token is refreshed: nothing is left, and the server revokes the latest token.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../../../e2e/agents/agent.ts'
import { lyingServer } from '../../../../e2e/fixtures/lying-server.ts'
import { signedIn } from '../../../../e2e/fixtures/sign-in-steps.ts'
import { openSealedSecrets } from '../secret-store.ts'

async function signedInAt() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const sealing = { begun() {}, goesOn: Promise.resolve() }
  const secrets = await openSealedSecrets(join(folder, 'secrets.json'), {
    async close(secret) {
      sealing.begun()
      await sealing.goesOn
      return Buffer.from(secret)
    },
    open: async (sealed) => sealed.toString(),
  })
  const window = await untilTestEnds(openWindow({ secrets }))
  const server = await untilTestEnds(lyingServer())
  server.metadata['revocation_endpoint'] = `${server.issuer}/revoke`
  let issued = 0
  server.token = () => ({
    access_token: `access-of-the-liar-${++issued}`,
    refresh_token: `refresh-of-the-liar-${issued}`,
    token_type: 'Bearer',
    expires_in: 600,
  })
  const openIdConnectUrl = `${server.issuer}/.well-known/openid-configuration`
  const securitySchemes = { login: { openIdConnectSecurityScheme: { openIdConnectUrl } } }
  const { url } = await untilTestEnds(agent({ dialect: '1.0', card: { securitySchemes } }))
  await window.connect(url)
  const agentId = await window.idOf(url)
  const client = { id: 'me', secret: 'a-secret-of-mine-40af' }
  await signedIn(window, { agentId, wayId: 'login client-credentials', client })
  return { window, server, agentId, sealing, isKept: () => secrets.has(`${agentId} sign-in`) }
}

test('a refresh that is under way is broken off, and shows nothing more', async () => {
  const { window, server, agentId, isKept } = await signedInAt()
  const deferred = Promise.withResolvers<ServerResponse>()
  server.answer = (request, response) => {
    if (request.url === '/token') deferred.resolve(response)
    else response.end()
  }
  const refreshed = window.client.signIn.refresh({ agentId })
  const response = await deferred.promise
  const isBrokenOff = once(response, 'close')
  expect(await window.client.signIn.signOut({ agentId })).toEqual({})
  await isBrokenOff
  await refreshed
  expect(isKept()).toBe(false)
})

test('a token that came just before is forgotten, and revoked', async () => {
  const { window, server, agentId, sealing, isKept } = await signedInAt()
  const [begun, deferred] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  Object.assign(sealing, { begun: begun.resolve, goesOn: deferred.promise })
  const refreshed = window.client.signIn.refresh({ agentId })
  await begun.promise
  const signedOut = window.client.signIn.signOut({ agentId })
  deferred.resolve()
  await refreshed
  expect(await signedOut).toEqual({})
  expect(isKept()).toBe(false)
  expect(server.bodies.at(-1)).toContain('token=refresh-of-the-liar-2')
})
