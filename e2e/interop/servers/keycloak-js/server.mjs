// @a2a-js/sdk 1.x behind Keycloak: JSON-RPC at /rpc and HTTP+JSON at /rest for who has a token of its realm "interop".

import { readFileSync } from 'node:fs'
import { AgentCard } from '@a2a-js/sdk'
import { DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { executor } from './executor.mjs'

const [port, , keycloak] = process.argv.slice(2)
const origin = `http://127.0.0.1:${port}`
const issuer = `${keycloak}/realms/interop`
const metadata = '/.well-known/oauth-protected-resource'
// Tokens it has taken, and those it takes no longer.
const taken = new Set()
const forgotten = new Set()
const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`))

const template = readFileSync(new URL('card.json', import.meta.url), 'utf8')
const card = AgentCard.fromJSON(
  JSON.parse(template.replaceAll('ORIGIN', origin).replaceAll('KEYCLOAK', keycloak)),
)
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
const userBuilder = UserBuilder.noAuthentication

const refuse = (response, status, parameters) => {
  const named = { realm: 'interop', ...parameters, resource_metadata: `${origin}${metadata}` }
  const challenge = Object.entries(named).map(([name, value]) => `${name}="${value}"`)
  response.set('WWW-Authenticate', `Bearer ${challenge.join(', ')}`)
  response.status(status).json({ detail: 'refused' })
}

const guard = async (request, response, next) => {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return refuse(response, 401, { scope: 'agent:talk' })
  const verified = await jwtVerify(token, keys, {
    issuer,
    audience: 'interop-agent',
    algorithms: ['RS256'],
  }).catch(() => undefined)
  if (verified === undefined || forgotten.has(token)) return refuse(response, 401, { error: 'invalid_token' })
  taken.add(token)
  const scopes = String(verified.payload.scope ?? '').split(' ')
  const streams = request.path.endsWith('/message:stream') || request.body?.method === 'SendStreamingMessage'
  const needed = [...(streams ? ['agent:stream'] : []), 'agent:talk']
  if (needed.every((scope) => scopes.includes(scope))) return next()
  refuse(response, 403, { error: 'insufficient_scope', scope: needed.join(' ') })
}

const app = express()
app.get(metadata, (_request, response) =>
  response.json({ resource: origin, authorization_servers: [issuer] }),
)
app.post('/forget', (_request, response) => {
  for (const token of taken) forgotten.add(token)
  response.sendStatus(204)
})
app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))
app.use(['/rpc', '/rest'], express.json(), guard)
app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }))
app.use('/rest', restHandler({ requestHandler, userBuilder }))
app.listen(Number(port), '127.0.0.1')
