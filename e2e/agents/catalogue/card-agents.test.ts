import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/a2a/model.ts'
import { isObject } from '../json.ts'
import { type Answered, at, get, message10, rpc } from '../wire-client.ts'
import { cardAgents } from './card-agents.ts'
import { namedAgent } from './catalogue.ts'

const wellKnown = '/.well-known/agent-card.json'
type Check = (url: string) => Promise<void>

const card = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
  get(`${url}${wellKnown}`, headers)

/** Expects this response to a request for the card. */
const answers =
  (status: number, type: string | null, body: string | RegExp): Check =>
  async (url) => {
    const answer = await card(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
    if (typeof body === 'string') expect(answer.text).toBe(body)
    else expect(answer.text).toMatch(body)
  }

/** Expects 401 without the header, and the card with it. */
const guarded =
  (status: number, challenge: string | null, name: string, value: string): Check =>
  async (url) => {
    const refused = await card(url)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([status, challenge])
    expect((await card(url, { [name]: value })).status).toBe(200)
  }

/** Expects a member of the parsed card. */
const has =
  (read: (parsed: JsonObject) => unknown, expected: unknown): Check =>
  async (url) => {
    const { json } = await card(url)
    expect(read(isObject(json) ? json : {})).toEqual(expected)
  }

const redirects =
  (status: number, location: (origin: string) => string, then?: number): Check =>
  async (url) => {
    const answer = await card(url)
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location(url)])
    if (then !== undefined) expect((await get(location(url))).status).toBe(then)
  }

const onlyAt =
  (path: string): Check =>
  async (url) => {
    expect((await card(url)).status).toBe(404)
    const match = await get(`${url}${path}`)
    expect([match.status, at(match.json, 'version')]).toEqual([200, '1.0.0'])
  }

const urlsAre = (url: string): Check =>
  has(
    ({ supportedInterfaces, provider, documentationUrl, iconUrl }) => [
      at(supportedInterfaces, 0, 'url'),
      at(provider, 'url'),
      documentationUrl,
      iconUrl,
    ],
    [url, url, url, url],
  )

const checks: Readonly<Record<string, Check>> = {
  html: async (url) => {
    await answers(200, 'text/html; charset=utf-8', /^<!doctype html>/)(url)
    expect((await get(`${url}/anything/else`)).status).toBe(200)
  },
  'html-as-json': answers(200, 'application/json', '<html><body>Not a card</body></html>'),
  '401-challenged': guarded(
    401,
    'Bearer realm="cards", error="invalid_token"',
    'Authorization',
    'Bearer card-key',
  ),
  '401-bare': guarded(401, null, 'Authorization', 'Bearer card-key'),
  '401-basic': guarded(401, 'Basic realm="cards", charset="UTF-8"', 'Authorization', 'Basic dXNlcjpwYXNz'),
  '403-bare': guarded(403, null, 'X-Api-Key', 'card-key'),
  '403-challenged': answers(403, 'application/json', '{}'),
  '404-everywhere': async (url) => {
    for (const path of [wellKnown, '/.well-known/agent.json', '/agent.json', '/']) {
      expect((await get(`${url}${path}`)).status).toBe(404)
    }
    expect((await rpc(url, 'SendMessage', message10('direct'))).status).toBe(200)
  },
  '500': answers(500, 'text/html', '<h1>Oops</h1>'),
  silent: async (url) => {
    const signal = AbortSignal.timeout(200)
    await expect(fetch(`${url}${wellKnown}`, { signal })).rejects.toThrow('timeout')
  },
  empty: answers(200, 'application/json', ''),
  '304': answers(304, 'application/json', ''),
  truncated: async (url) => {
    const { status, text, json } = await card(url)
    expect([status, json, text.startsWith('{"name":"card-truncated"')]).toEqual([200, undefined, true])
  },
  array: answers(200, 'application/json', /^\[\{"name":"card-array".*\}\]$/),
  null: answers(200, 'application/json', 'null'),
  'text-plain': answers(200, 'text/plain', /^\{"name":"card-text-plain"/),
  bom: async (url) => {
    const response = await fetch(`${url}${wellKnown}`)
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x7b])
  },
  latin1: async (url) => {
    const response = await fetch(`${url}${wellKnown}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 15).toString('latin1')).toBe('{"name":"Café c')
  },
  'duplicate-keys': answers(200, 'application/json', /^\{"name":"First name","name":"card-duplicate-keys",/),
  'proto-keys': answers(200, 'application/json', /^\{"__proto__":\{"polluted":true\},"constructor":/),
  '5mb': has(({ description }) => String(description).length, 5 * 1024 * 1024),
  '10000-skills': has(
    ({ skills }) => [Array.isArray(skills) && skills.length, at(skills, 9999, 'id')],
    [10_000, 'skill-9999'],
  ),
  deep: has(({ extra }) => JSON.stringify(extra).split(/[[{]/).length - 1, 200),
  deeper: answers(200, 'application/json', /^\{"extra":\[{20000}\]{20000},"name"/),
  script: has(
    ({ name, skills }) => [name, at(skills, 0, 'name')].map((text) => /<script>/.test(String(text))),
    [true, true],
  ),
  bidi: has(
    ({ name, description }) => [name, description].map((text) => /\u202E.*\u2066/.test(String(text))),
    [true, true],
  ),
  'long-words': has(({ name }) => /w{10000}$/.test(String(name)), true),
  'markdown-traps': has(
    ({ description }) => /\(javascript:alert\(1\)\) !\[\]\(http:/.test(String(description)),
    true,
  ),
  'javascript-urls': urlsAre('javascript:alert(1)'),
  'file-urls': urlsAre('file:///etc/passwd'),
  'data-urls': urlsAre('data:text/html,<script>1</script>'),
  'credential-url': has(
    ({ supportedInterfaces }) => /^http:\/\/user:pass@127/.test(String(at(supportedInterfaces, 0, 'url'))),
    true,
  ),
  'wrong-types': has(
    ({ name, description, skills, capabilities }) => [name, description, skills, capabilities],
    [42, null, {}, []],
  ),
  'missing-members': has(
    (parsed) => Object.keys(parsed),
    ['supportedInterfaces', 'version', 'defaultInputModes', 'defaultOutputModes'],
  ),
  'no-interfaces': has(({ supportedInterfaces }) => supportedInterfaces, []),
  'unknown-binding': has(
    ({ supportedInterfaces }) => at(supportedInterfaces, 0, 'protocolBinding'),
    'https://bindings.example/ws',
  ),
  future: has(({ supportedInterfaces }) => at(supportedInterfaces, 0, 'protocolVersion'), '9.9'),
  changes: async (url) => {
    const reads = [await card(url), await card(url)]
    expect(reads.map(({ json }) => at(json, 'version'))).toEqual(['1.0.1', '1.0.2'])
  },
  redirect: redirects(302, (origin) => `${origin}/moved/card.json`, 200),
  'redirect-308': redirects(308, (origin) => `${origin}/moved/card.json`, 200),
  'redirect-loop': redirects(302, (origin) => `${origin}${wellKnown}`, 302),
  'redirect-file': redirects(302, () => 'file:///etc/passwd'),
  'redirect-elsewhere': redirects(
    302,
    (origin) => `${origin.replace('127.0.0.1', 'localhost')}/elsewhere/card.json`,
  ),
  'at-well-known-agent-json': onlyAt('/.well-known/agent.json'),
  'at-well-known-agent-card': onlyAt('/.well-known/agent-card'),
  'at-agent-card-json': onlyAt('/agent-card.json'),
  'at-agent-json': onlyAt('/agent.json'),
  'at-v1-card': onlyAt('/v1/card'),
  'at-card': onlyAt('/card'),
}

describe('the agents with odd cards', () => {
  it('are all described here', () => {
    const described = Object.keys(checks).map((name) => `card-${name}`)
    expect(described.sort()).toEqual(cardAgents.map(({ name }) => name).sort())
  })

  it.each(Object.entries(checks))('card-%s', async (name, check) => {
    const agent = await namedAgent(`card-${name}`).start()
    try {
      await check(agent.url)
    } finally {
      await agent.close()
    }
  })
})
