// What a client asks for: a code for another device, tokens, and an end of them.

import type { KeyObject } from 'node:crypto'
import express, { type Request, type RequestHandler } from 'express'
import { SignJWT } from 'jose'
import {
  ACCOUNTS,
  type Client,
  type Grant,
  type Grants,
  type Issued,
  POLL_S,
  Refusal,
  scopesIn,
} from './grants.ts'

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

interface SigningKey {
  readonly privateKey: KeyObject
  readonly kid: string
}

export function tokenRoutes(issuer: string, grants: Grants, key: SigningKey): RequestHandler {
  const form = express.urlencoded({ extended: false, limit: '16kb' })
  const router = express.Router()
  router.post('/device', form, (request, response) => {
    const { id: clientId } = authenticated(request, grants)
    const scopes = scopesIn(request.body?.scope)
    const { deviceCode, userCode, expiresIn } = grants.device({ clientId, scopes })
    response.json({
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: `${issuer}/code`,
      verification_uri_complete: `${issuer}/code?user_code=${userCode}`,
      expires_in: expiresIn,
      interval: POLL_S,
    })
  })
  router.post('/token', form, async (request, response) => {
    const client = authenticated(request, grants)
    const { accessToken, refreshToken, expiresIn, ...grant } = granted(grants, client, request.body ?? {})
    response.set('Cache-Control', 'no-store').json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: expiresIn,
      scope: grant.scopes.join(' '),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      ...(grant.scopes.includes('openid') && { id_token: await idToken(issuer, grant, key) }),
    })
  })
  router.post('/revoke', form, (request, response) => {
    authenticated(request, grants)
    grants.revoke(String(request.body?.token ?? ''))
    response.end()
  })
  return router
}

function granted(grants: Grants, client: Client, body: Readonly<Record<string, string>>): Grant & Issued {
  const { grant_type, code = '', redirect_uri = '', code_verifier = '', refresh_token = '' } = body
  switch (grant_type) {
    case 'authorization_code':
      return grants.byCode(code, client.id, redirect_uri, code_verifier)
    case 'refresh_token':
      return grants.byRefresh(refresh_token, client.id)
    case 'client_credentials':
      if (client.secret === undefined) throw new Refusal('unauthorized_client', 'This client has no secret.')
      return grants.byClient(client.id, scopesIn(body['scope']))
    case DEVICE_GRANT:
      return grants.byDevice(body['device_code'] ?? '', client.id)
    default:
      throw new Refusal('unsupported_grant_type', 'This grant is not supported.')
  }
}

function idToken(
  issuer: string,
  { clientId, account = '', nonce }: Grant,
  { privateKey, kid }: SigningKey,
): Promise<string> {
  const person = { name: ACCOUNTS[account] ?? account, email: `${account}@travel.example` }
  return new SignJWT({ ...person, ...(nonce !== undefined && { nonce }) })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject(account)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)
}

/** By its secret in the header or the form; a client without one by its id. */
function authenticated(request: Request, grants: Grants): Client {
  const [, basic = ''] = /^Basic (.+)$/i.exec(request.headers.authorization ?? '') ?? []
  const pair = Buffer.from(basic, 'base64').toString().split(':')
  const [named = '', shown = ''] = pair.map(decodeURIComponent)
  const client = grants.client(named || String(request.body?.client_id ?? ''))
  const secret = shown || request.body?.client_secret
  if (client === undefined || client.secret !== secret) {
    throw new Refusal('invalid_client', 'The client is not known here, or its secret is wrong.')
  }
  return client
}
