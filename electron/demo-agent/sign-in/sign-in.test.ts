import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyAnswer, message } from '#testing/demo-agent/call.ts'
import { PROTECTED_PATH } from '../protected-path.ts'
import { type DemoAgent, startDemoAgent } from '../start.ts'
import { createGrants } from './grants.ts'

let agent: DemoAgent
const redirectUri = 'http://127.0.0.1:1/back'

beforeAll(async () => {
  agent = await startDemoAgent({ stepMs: 0 })
})
afterAll(() => agent.close())

const at = (path: string) => `${agent.url}/login${path}`
const form = (path: string, fields: Record<string, string>) =>
  fetch(at(path), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function registered(
  method = 'none',
  name?: string,
): Promise<{ client_id: string; client_secret?: string }> {
  const facts = { redirect_uris: [redirectUri], token_endpoint_auth_method: method, client_name: name }
  const body = JSON.stringify(facts)
  const headers = { 'Content-Type': 'application/json' }
  return (await fetch(at('/register'), { method: 'POST', body, headers })).json() as AnyAnswer
}

function send(text: string, token?: string): Promise<Response> {
  const params = { message: message({ text }) }
  return fetch(`${agent.url}${PROTECTED_PATH}/a2a`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'A2A-Version': '1.0',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params }),
  })
}

const authorizePath = (clientId: string, challenge: string) =>
  `/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid travel:read',
    state: 's',
    nonce: 'n',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })}`

async function codeFor(clientId: string, challenge: string, account = 'ada'): Promise<URLSearchParams> {
  const answer = await form(authorizePath(clientId, challenge), { account })
  return new URL(answer.headers.get('location') ?? '').searchParams
}

describe('behind a sign-in', () => {
  it('is called with a token of its own server alone, which a code brings once', async () => {
    expect((await send('Hello')).status).toBe(401)
    const { client_id } = await registered()
    const verifier = randomBytes(32).toString('base64url')
    const answer = await codeFor(client_id, createHash('sha256').update(verifier).digest('base64url'))
    expect([answer.get('state'), answer.get('iss')]).toEqual(['s', at('')])
    const exchange = {
      client_id,
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    const tokens = (await (await form('/token', exchange)).json()) as AnyAnswer
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'openid travel:read' })
    expect((await send('Hello', tokens.access_token)).status).toBe(200)
    const refused = await send('Book a train to Porto', tokens.access_token)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="travel concierge", error="insufficient_scope", scope="travel:book"',
    ])
    expect(((await (await form('/token', exchange)).json()) as AnyAnswer).error).toBe('invalid_grant')

    const refresh = { client_id, grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const next = (await (await form('/token', refresh)).json()) as AnyAnswer
    expect((await send('Hello', next.access_token)).status).toBe(200)
    await form('/revoke', { client_id, token: next.access_token })
    expect((await send('Hello', next.access_token)).status).toBe(401)
  })

  it('gives a client with a secret a token of its own, and none to another', async () => {
    const { client_id, client_secret = '' } = await registered('client_secret_post')
    const request = { client_id, client_secret, grant_type: 'client_credentials', scope: 'travel:read' }
    const { access_token } = (await (await form('/token', request)).json()) as AnyAnswer
    expect((await send('Hello', access_token)).status).toBe(200)
    expect((await form('/token', { ...request, client_secret: 'x' })).status).toBe(401)
    expect(((await (await form('/token', { ...request, scope: 'x' })).json()) as AnyAnswer).error).toBe(
      'invalid_scope',
    )
  })

  it('waits for a code that is entered on another device', async () => {
    const { client_id } = await registered()
    const json = (await (await form('/device', { client_id, scope: 'travel:read' })).json()) as AnyAnswer
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const request = { client_id, grant_type, device_code: json.device_code }
    const poll = async () => (await (await form('/token', request)).json()) as AnyAnswer
    expect((await poll()).error).toBe('authorization_pending')
    expect(await (await fetch(json.verification_uri_complete)).text()).toContain('Allow as Ada Lovelace')
    await form('/code', { user_code: json.user_code, account: 'alan' })
    expect((await send('Hello', (await poll()).access_token)).status).toBe(200)
    expect((await poll()).error).toBe('expired_token')
  })

  it.each([
    ['an unknown client', { client_id: 'x' }],
    ['a redirect elsewhere', { redirect_uri: 'http://127.0.0.1:1/other' }],
    ['a code without a challenge', { code_challenge: '' }],
  ])('sends nobody anywhere for %s', async (_, changes) => {
    const { client_id } = await registered()
    const request = {
      client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    }
    const answer = await form(`/authorize?${new URLSearchParams({ ...request, ...changes })}`, {
      account: 'ada',
    })
    expect([answer.status >= 400, answer.headers.get('location')]).toEqual([true, null])
  })

  it('shows which application requests what in words, without scripts, and what failed', async () => {
    const { client_id } = await registered('none', '<b>Parley</b>')
    const response = await fetch(at(authorizePath(client_id, 'c')))
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await response.text()
    for (const part of [
      '&#60;b&#62;Parley&#60;/b&#62; requests access',
      'Talk to the travel concierge',
      'You return to 127.0.0.1:1',
      'Deny</button>',
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/<script|http:/)
    const failed = await fetch(at(authorizePath('x', 'c')))
    expect([failed.status, await failed.text()]).toEqual([401, expect.stringContaining('Couldn’t sign in')])
  })

  it('registers addresses of this machine alone, and says no when the traveller does', async () => {
    const body = JSON.stringify({ redirect_uris: ['https://else.test/'] })
    const headers = { 'Content-Type': 'application/json' }
    expect((await fetch(at('/register'), { method: 'POST', body, headers })).status).toBe(400)
    const { client_id } = await registered()
    expect((await codeFor(client_id, 'c', '')).get('error')).toBe('access_denied')
  })

  it('remembers the latest thousand clients', () => {
    const grants = createGrants()
    const first = grants.register([], false)
    for (let count = 0; count < 1_000; count++) grants.register([], false)
    expect(grants.client(first.id)).toBeUndefined()
  })
})
