// The demo's own authorization server, so that signing in can be seen without any account: OpenID Connect discovery, registration
// (RFC 7591), code with PKCE, device code (RFC 8628), client credentials, refresh and revocation. For this machine alone; it guards nothing.

import { generateKeyPairSync } from 'node:crypto'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { type Grants, Refusal, SCOPES } from './grants.ts'
import { failedPage } from './pages.ts'
import { authorizeRoutes } from './routes-in-browser.ts'
import { DEVICE_GRANT, tokenRoutes } from './token-routes.ts'

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
