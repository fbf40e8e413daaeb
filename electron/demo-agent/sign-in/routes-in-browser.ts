// What a traveller's browser asks for: whether to let a client in, after a redirect or with the code of another device.

import express, { type Request, type RequestHandler } from 'express'
import { ACCOUNTS, type Client, type Grants, Refusal, scopesIn } from './grants.ts'
import { choicePage, codePage, donePage, PAGE_POLICY } from './pages.ts'

export function authorizeRoutes(issuer: string, grants: Grants): RequestHandler {
  const form = express.urlencoded({ extended: false, limit: '16kb' })
  const router = express.Router()
  router.use(['/authorize', '/code'], (_request, response, next) => {
    response.set('content-security-policy', PAGE_POLICY)
    next()
  })
  router
    .route('/authorize')
    .get((request, response) => {
      const { client, scopes, redirectUri } = askedBy(request.query, grants)
      response.type('html').send(choicePage({ client, scopes, returnsTo: new URL(redirectUri).host }))
    })
    .post(form, (request, response) => {
      const { client, redirectUri, challenge, state, nonce, scopes } = askedBy(request.query, grants)
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
      const { userCode: code, asked } = device
      const client = grants.client(asked.clientId)
      response.type('html').send(choicePage({ client, scopes: asked.scopes, hidden: { user_code: code } }))
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

const UNKNOWN_CODE = 'This code is unknown or was used already.'

interface Asked {
  readonly client: Client
  readonly redirectUri: string
  readonly challenge: string
  readonly scopes: readonly string[]
  readonly state: { readonly state?: string }
  readonly nonce: { readonly nonce?: string }
}

function askedBy(query: Request['query'], grants: Grants): Asked {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const client = grants.client(text('client_id'))
  const redirectUri = text('redirect_uri')
  // Before both are known nobody may be sent anywhere (RFC 6749 §4.1.2.1).
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

/** A loopback address may come with any port (RFC 8252 §7.3). */
function isSameButPort(registered: string, asked: string): boolean {
  const [one, other] = [URL.parse(registered), URL.parse(asked)]
  return one !== null && other !== null && one.hostname === other.hostname && one.pathname === other.pathname
}
