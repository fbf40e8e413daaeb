// State of the demo's authorization server: clients, codes, tokens. In memory, bounded, and lost with the agent.

import { createHash, randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'

export const SCOPES: Readonly<Record<string, string>> = {
  openid: 'See who you are',
  'travel:read': 'Talk to the travel concierge',
  'travel:book': 'Book and charge in your name',
}
export const ACCOUNTS: Readonly<Record<string, string>> = { ada: 'Ada Lovelace', alan: 'Alan Turing' }

/** Short, so that a refresh happens soon. */
const TOKEN_S = 300
const CODE_S = 120
const DEVICE_S = 600
export const POLL_S = 2
/** Of each kind; the oldest is dropped. */
const MAX_KEPT = 1_000

export interface Client {
  readonly id: string
  /** As registered; empty without one. */
  readonly name: string
  readonly secret?: string
  readonly redirectUris: readonly string[]
}

export interface Grant {
  readonly clientId: string
  /** Undefined for client credentials. */
  readonly account?: string
  readonly scopes: readonly string[]
  readonly nonce?: string
}

interface Code extends Grant {
  readonly redirectUri: string
  readonly challenge: string
}

interface Device {
  readonly userCode: string
  readonly requested: Grant
  answer?: 'refused' | { readonly account: string }
}

export interface Issued {
  readonly accessToken: string
  readonly refreshToken?: string
  readonly expiresIn: number
}

/** An error of OAuth, by its code (RFC 6749 §5.2, RFC 8628 §3.5). */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const MAX_NAME_CHARS = 60

const random = (bytes = 32) => randomBytes(bytes).toString('base64url')

export function createGrants() {
  const clients = shelf<Client>()
  const codes = shelf<Code>()
  const devices = shelf<Device>()
  const accessTokens = shelf<Grant>()
  const refreshTokens = shelf<Grant>()

  function issue(grant: Grant): Issued {
    const accessToken = random()
    accessTokens.put(accessToken, grant, TOKEN_S)
    if (grant.account === undefined) return { accessToken, expiresIn: TOKEN_S }
    const refreshToken = random()
    refreshTokens.put(refreshToken, grant)
    return { accessToken, refreshToken, expiresIn: TOKEN_S }
  }

  return {
    register(redirectUris: readonly string[], withSecret: boolean, name = ''): Client {
      const secret = withSecret ? { secret: random() } : {}
      const client = { id: `demo-${random(6)}`, name: name.slice(0, MAX_NAME_CHARS), redirectUris, ...secret }
      clients.put(client.id, client)
      return client
    },
    client: clients.get,
    scopesOf: (accessToken: string) => accessTokens.get(accessToken)?.scopes,

    code(code: Code): string {
      const name = random()
      codes.put(name, code, CODE_S)
      return name
    },
    byCode(name: string, clientId: string, redirectUri: string, verifier: string): Grant & Issued {
      const code = codes.take(name)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const fits = code?.clientId === clientId && code.redirectUri === redirectUri
      if (!code || !fits || code.challenge !== challenge) {
        throw new Refusal('invalid_grant', 'This code is used, expired or not yours.')
      }
      return { ...code, ...issue(code) }
    },
    byClient(clientId: string, scopes: readonly string[]): Grant & Issued {
      const grant = { clientId, scopes: scopes.filter((scope) => scope !== 'openid') }
      return { ...grant, ...issue(grant) }
    },
    byRefresh(token: string, clientId: string): Grant & Issued {
      const grant = refreshTokens.take(token)
      if (grant?.clientId !== clientId) throw new Refusal('invalid_grant', 'This token is used or not yours.')
      return { ...grant, ...issue(grant) }
    },

    device(grant: Grant) {
      const letters = [...randomBytes(8)].map((byte) => 'BCDFGHJKLMNPQRSTVWXZ'[byte % 20] ?? 'B').join('')
      const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`
      const deviceCode = random()
      devices.put(deviceCode, { userCode, requested: grant }, DEVICE_S)
      return { deviceCode, userCode, expiresIn: DEVICE_S }
    },
    /** Undefined for a code that is not pending. */
    deviceWith: (userCode: string) =>
      devices.all().find((device) => device.userCode === userCode.toUpperCase().trim() && !device.answer),
    byDevice(deviceCode: string, clientId: string): Grant & Issued {
      const device = devices.get(deviceCode)
      if (device?.requested.clientId !== clientId)
        throw new Refusal('expired_token', 'This code has expired.')
      const { answer, requested } = device
      if (answer === undefined)
        throw new Refusal('authorization_pending', 'The code hasn’t been entered yet.')
      devices.take(deviceCode)
      if (answer === 'refused') throw new Refusal('access_denied', 'Access was denied.')
      const grant = { ...requested, account: answer.account }
      return { ...grant, ...issue(grant) }
    },
    revoke(token: string): void {
      accessTokens.take(token)
      refreshTokens.take(token)
    },
  }
}

export type Grants = ReturnType<typeof createGrants>

/** Values by name, until they expire. */
function shelf<T>() {
  const stored = new Map<string, { readonly value: T; readonly until: number }>()
  const get = (name: string): T | undefined => {
    const match = stored.get(name)
    return match === undefined || match.until < Date.now() ? undefined : match.value
  }
  return {
    get,
    put(name: string, value: T, seconds = Number.POSITIVE_INFINITY): void {
      stored.set(name, { value, until: Date.now() + seconds * 1000 })
      const [oldest] = stored.keys()
      if (stored.size > MAX_KEPT && oldest !== undefined) stored.delete(oldest)
    },
    take(name: string): T | undefined {
      const value = get(name)
      stored.delete(name)
      return value
    },
    all: (): readonly T[] => [...stored.keys()].flatMap((name) => get(name) ?? []),
  }
}

/** The requested scopes; by default `travel:read`. */
export function scopesIn(text: unknown): readonly string[] {
  const scopes = typeof text === 'string' ? text.split(' ').filter((scope) => scope !== '') : []
  const unknown = scopes.find((scope) => !Object.hasOwn(SCOPES, scope))
  if (unknown !== undefined) throw new Refusal('invalid_scope', `There is no scope ${unknown}.`)
  return scopes.length === 0 ? ['travel:read'] : scopes
}

// Admits requests with a token of the demo's authorization server: one scope to talk, another to book and charge (RFC 6750 §3.1).

export function guardWith(grants: Grants): RequestHandler {
  return (request, response, next) => {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    const scopes = grants.scopesOf(token)
    const scope = isBooking(request.body) ? 'travel:book' : 'travel:read'
    if (scopes?.includes(scope)) return next()
    const [status, error, message] =
      scopes === undefined
        ? [401, token === '' ? undefined : 'invalid_token', 'Authentication required: send a bearer token.']
        : [403, 'insufficient_scope', `This wants the scope ${scope}.`]
    const text = error === undefined ? '' : `, error="${error}"`
    response
      .status(status)
      .set('WWW-Authenticate', `Bearer realm="travel concierge"${text}, scope="${scope}"`)
      .json(
        request.body?.jsonrpc === undefined
          ? {
              error: {
                code: status,
                status: status === 401 ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED',
                message,
              },
            }
          : { jsonrpc: '2.0', id: request.body.id ?? null, error: { code: -32000, message } },
      )
  }
}

/** Prompts for paid actions begin with one of these words. */
function isBooking(body: unknown): boolean {
  return /"text":"(?:book|charge)\b/i.test(JSON.stringify(body) ?? '')
}
