// The demo's authorization server, so that signing in can be tried without an account: OpenID Connect discovery,
// registration (RFC 7591), code with PKCE, device code (RFC 8628), client credentials, refresh and revocation. For this
// machine alone; it protects nothing.

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import express from 'express'
import { SignJWT } from 'jose'
import {
  ACCOUNTS,
  type Client,
  type Grant,
  type Grants,
  type Issued,
  POLL_S,
  Refusal,
  SCOPES,
  scopesIn,
} from './grants.ts'
import { choicePage, codePage, donePage, failedPage, PAGE_POLICY } from './pages.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const UNKNOWN_CODE = 'This code is unknown or was used already.'

export const LOGIN_PATH = '/login'

export function createAuthorizationServer(origin: string, grants: Grants): RequestHandler {
  const issuer = `${origin}${LOGIN_PATH}`
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'travel-account-1', alg: 'ES256', use: 'sig' }
  const router = express.Router()
  router.get(
    '/.well-known/openid-configuration',
    (_request, response) => void response.json(metadataOf(issuer)),
  )
  router.get('/keys', (_request, response) => void response.json({ keys: [key] }))
  router.post('/register', express.json({ limit: '16kb' }), registration(grants))
  router.use(
    authorizeRoutes(issuer, grants),
    tokenRoutes(issuer, grants, { privateKey, kid: key.kid }),
    refuse,
  )
  return router
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    device_authorization_endpoint: `${issuer}/device`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/keys`,
    scopes_supported: Object.keys(SCOPES),
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_GRANT],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    id_token_signing_alg_values_supported: ['ES256'],
    subject_types_supported: ['public'],
    prompt_values_supported: ['login', 'select_account'],
    authorization_response_iss_parameter_supported: true,
  }
}

function registration(grants: Grants): RequestHandler {
  return (request, response) => {
    const {
      redirect_uris = [],
      token_endpoint_auth_method: method = 'client_secret_basic',
      client_name: name,
    } = request.body ?? {}
    const uris: unknown[] = Array.isArray(redirect_uris) ? redirect_uris : [redirect_uris]
    const allowed = uris.filter((uri) => typeof uri === 'string').filter(isLoopback)
    if (allowed.length < uris.length) {
      throw new Refusal('invalid_redirect_uri', 'Only addresses of this machine may be redirected to.')
    }
    const { id, secret } = grants.register(allowed, method !== 'none', typeof name === 'string' ? name : '')
    response.status(201).json({
      ...request.body,
      client_id: id,
      token_endpoint_auth_method: secret === undefined ? 'none' : method,
      ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    })
  }
}

function isLoopback(uri: string): boolean {
  const url = URL.parse(uri)
  return url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
}

const refuse: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  const { code, message } =
    error instanceof Refusal ? error : new Refusal('invalid_request', 'The request can’t be read.')
  const status = code === 'invalid_client' ? 401 : 400
  if (/^\/(authorize|code)/.test(request.path)) {
    response.status(status).type('html').send(failedPage(message))
  } else response.status(status).json({ error: code, error_description: message })
}

// Pages for the traveler's browser: consent to a client, after a redirect or with the code of another device.

function authorizeRoutes(issuer: string, grants: Grants): RequestHandler {
  const form = express.urlencoded({ extended: false, limit: '16kb' })
  const router = express.Router()
  router.use(['/authorize', '/code'], (_request, response, next) => {
    response.set('content-security-policy', PAGE_POLICY)
    next()
  })
  router
    .route('/authorize')
    .get((request, response) => {
      const { client, scopes, redirectUri } = authorizationRequest(request.query, grants)
      response.type('html').send(choicePage({ client, scopes, returnsTo: new URL(redirectUri).host }))
    })
    .post(form, (request, response) => {
      const { client, redirectUri, challenge, state, nonce, scopes } = authorizationRequest(
        request.query,
        grants,
      )
      const back = new URL(redirectUri)
      const account = accountIn(request.body)
      const answer =
        account === undefined
          ? { error: 'access_denied', error_description: 'Access was denied.' }
          : { code: grants.code({ clientId: client.id, redirectUri, challenge, account, scopes, ...nonce }) }
      for (const [name, value] of Object.entries({ ...answer, ...state, iss: issuer })) {
        back.searchParams.set(name, value)
      }
      response.redirect(303, back.href)
    })
  router
    .route('/code')
    .get((request, response) => {
      const { user_code: userCode } = request.query
      const device = typeof userCode === 'string' ? grants.deviceWith(userCode) : undefined
      if (device === undefined) {
        response.type('html').send(codePage(userCode === undefined ? undefined : UNKNOWN_CODE))
        return
      }
      const { userCode: code, requested } = device
      const client = grants.client(requested.clientId)
      response
        .type('html')
        .send(choicePage({ client, scopes: requested.scopes, hidden: { user_code: code } }))
    })
    .post(form, (request, response) => {
      const device = grants.deviceWith(String(request.body?.user_code ?? ''))
      if (device === undefined) return void response.status(404).type('html').send(codePage(UNKNOWN_CODE))
      const account = accountIn(request.body)
      device.answer = account === undefined ? 'refused' : { account }
      response.type('html').send(donePage('You can close this page.'))
    })
  return router
}

interface AuthorizationRequest {
  readonly client: Client
  readonly redirectUri: string
  readonly challenge: string
  readonly scopes: readonly string[]
  readonly state: { readonly state?: string }
  readonly nonce: { readonly nonce?: string }
}

function authorizationRequest(query: Request['query'], grants: Grants): AuthorizationRequest {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const client = grants.client(text('client_id'))
  const redirectUri = text('redirect_uri')
  // Without both, no redirect is allowed (RFC 6749 §4.1.2.1).
  if (client === undefined) throw new Refusal('invalid_client', 'This client is not registered here.')
  if (!client.redirectUris.some((uri) => isSameButPort(uri, redirectUri))) {
    throw new Refusal('invalid_request', 'This redirect address is not registered.')
  }
  if (
    text('response_type') !== 'code' ||
    text('code_challenge_method') !== 'S256' ||
    !text('code_challenge')
  ) {
    throw new Refusal('invalid_request', 'Only codes with PKCE by S256 are given out.')
  }
  const [state, nonce] = [text('state'), text('nonce')]
  return {
    client,
    redirectUri,
    challenge: text('code_challenge'),
    scopes: scopesIn(text('scope')),
    state: state === '' ? {} : { state },
    nonce: nonce === '' ? {} : { nonce },
  }
}

function accountIn(body: { readonly account?: unknown } | undefined): string | undefined {
  const account = body?.account
  return typeof account === 'string' && Object.hasOwn(ACCOUNTS, account) ? account : undefined
}

/** A loopback address may have any port (RFC 8252 §7.3). */
function isSameButPort(registered: string, requested: string): boolean {
  const [one, other] = [URL.parse(registered), URL.parse(requested)]
  return one !== null && other !== null && one.hostname === other.hostname && one.pathname === other.pathname
}

// Endpoints for clients: device codes, tokens, revocation.

interface SigningKey {
  readonly privateKey: KeyObject
  readonly kid: string
}

function tokenRoutes(issuer: string, grants: Grants, key: SigningKey): RequestHandler {
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
