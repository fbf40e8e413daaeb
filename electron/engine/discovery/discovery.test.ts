// Every card of the kit, from an address to the window.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CardProblemKind, Discovery } from '#shared/contract/card.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import type { Agent } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { reply } from '../../../e2e/agents/http-server.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

function start(name: string, overrides = {}): Promise<Agent> {
  return untilTestEnds(namedAgent(name).start(overrides))
}

async function connect(name: string): Promise<Discovery> {
  return window.connect((await start(name)).url)
}

test.each<[string, CardProblemKind, RegExp]>([
  ['card-html', 'html', /HTML page, not a card/],
  ['card-html-as-json', 'html', /HTML page, not a card/],
  ['card-401-challenged', 'needs-credentials', /\(401\)\. It asks for Bearer realm="cards"/],
  ['card-401-bare', 'needs-credentials', /does not say which: WWW-Authenticate is missing/],
  ['card-401-basic', 'needs-credentials', /It asks for Basic realm="cards"/],
  ['card-403-bare', 'forbidden', /\(403\)\. It does not say what would help/],
  ['card-403-challenged', 'forbidden', /It asks for Bearer scope="agents\.read"/],
  ['card-404-everywhere', 'not-found', /no agent card where A2A puts it/],
  ['card-500', 'server-error', /broke when asked for the card \(500\): “Oops”/],
  ['card-empty', 'empty', /Empty/],
  ['card-304', 'not-modified', /304/],
  ['card-truncated', 'truncated', /stops in the middle after \d+ characters \(line 1, column \d+\)/],
  ['card-array', 'not-a-card', /JSON list/],
  ['card-null', 'not-a-card', /the JSON value null/],
  ['card-5mb', 'too-large', /larger than 5 MB/],
  ['card-deep', 'too-deep', /nested deeper than 64 levels/],
  ['card-deeper', 'too-deep', /nested deeper than 64 levels/],
  ['card-redirect-loop', 'redirect', /looks like a loop/],
  ['card-redirect-file', 'redirect', /file:.*does not open/],
])('%s is told in a sentence, with the exchanges that show it', async (name, kind, sentence) => {
  const discovery = await connect(name)
  if (discovery.found) throw new Error('No card should be found.')
  expect(discovery.problem).toMatchObject({ kind, sentence: expect.stringMatching(sentence) })
  expect(discovery.reason).toBe(discovery.problem.sentence)
  expect(discovery.attempts.length).toBeGreaterThan(0)
  for (const { exchangeId, status } of discovery.attempts) {
    expect(status).toBeGreaterThan(0)
    expect((await window.entries(exchangeId)).map((entry) => entry.kind)).toContain('request')
  }
})

test.each([
  'card-text-plain',
  'card-bom',
  'card-latin1',
  'card-duplicate-keys',
  'card-proto-keys',
  'card-script',
  'card-bidi',
  'card-long-words',
  'card-markdown-traps',
  'card-javascript-urls',
  'card-file-urls',
  'card-data-urls',
  'card-credential-url',
  'card-no-interfaces',
  'card-unknown-binding',
  'card-future',
])('%s is shown, with findings where it is wrong', async (name) => {
  const discovery = await connect(name)
  expect(discovery.found).toBe(true)
  if (!discovery.found) return
  for (const { pointer, message } of discovery.findings) {
    expect([pointer === '' || pointer.startsWith('/'), message !== '']).toEqual([true, true])
  }
})

test('a byte order mark and a wrong content type are findings', async () => {
  const bom = await connect('card-bom')
  const plain = await connect('card-text-plain')
  const rules = (discovery: Discovery) => (discovery.found ? discovery.findings.map(({ rule }) => rule) : [])
  const clean = rules(await connect('v1.0'))
  expect(rules(bom).filter((rule) => !clean.includes(rule))).not.toEqual([])
  expect(rules(plain).filter((rule) => !clean.includes(rule))).not.toEqual([])
})

test('ten thousand skills are all there, and remarked on', async () => {
  const discovery = await connect('card-10000-skills')
  if (!discovery.found) throw new Error(discovery.reason)
  expect(discovery.card.skills).toHaveLength(10_000)
  expect(discovery.notes).toEqual([expect.stringMatching(/10,000 skills/)])
})

test('markup, scripts and unsafe addresses are handed on as text and nothing of them is asked for', async () => {
  for (const name of ['card-script', 'card-javascript-urls', 'card-file-urls', 'card-markdown-traps']) {
    const started = await start(name)
    await window.connect(started.url)
    expect(started.requests.map(({ path }) => path)).toEqual(['/.well-known/agent-card.json'])
  }
})

describe('finding', () => {
  test.each(['v0.2.5', 'fasta2a-0.5', 'kagent'])('%s is found at agent.json', async (name) => {
    const discovery = await connect(name)
    expect(discovery.attempts.map(({ url, outcome }) => [new URL(url).pathname, outcome])).toEqual([
      ['/.well-known/agent-card.json', '404'],
      ['/.well-known/agent.json', '200, an agent card'],
    ])
  })

  test.each([
    'card-at-well-known-agent-card',
    'card-at-agent-card-json',
    'card-at-agent-json',
    'card-at-v1-card',
    'card-at-card',
    'vertex',
  ])('%s is found at its odd place', async (name) => {
    const discovery = await connect(name)
    // Vertex requires a token even there; the test is about the place.
    expect(discovery.found || discovery.problem.kind).toBe(name === 'vertex' ? 'needs-credentials' : true)
  })

  test('behind a path, by a card address, and by host and port', async () => {
    const { url } = await start('v1.0')
    const host = new URL(url).host
    for (const address of [`${url}/`, `${url}/some/where`, `${url}/.well-known/agent-card.json`, host]) {
      expect(await window.connect(address)).toMatchObject({
        found: true,
        cardUrl: `${url}/.well-known/agent-card.json`,
      })
    }
    expect((await connect('adk')).found).toBe(true)
    expect((await connect('langgraph')).found).toBe(true)
  })

  test('where nobody listens, one attempt is enough', async () => {
    const discovery = await window.connect('http://127.0.0.1:1')
    expect(discovery).toMatchObject({ found: false, problem: { kind: 'unreachable' } })
    expect(discovery.attempts).toHaveLength(1)
    expect(discovery.attempts[0]?.status).toBeUndefined()
  })

  test('an address that is none is not tried', async () => {
    await expect(window.connect('ftp://agent.example')).rejects.toThrow('ftp: is neither')
    await expect(window.connect('2130706433')).rejects.toThrow('neither a port')
    expect(await window.client.agents.list()).toEqual([])
  })

  test('every redirect is told', async () => {
    const { url } = await start('card-redirect')
    const discovery = await window.connect(url)
    expect(discovery).toMatchObject({ found: true, cardUrl: `${url}/moved/card.json` })
    expect(discovery.attempts[0]?.hops).toEqual([
      {
        from: `${url}/.well-known/agent-card.json`,
        to: `${url}/moved/card.json`,
        status: 302,
        credentialsDropped: false,
      },
    ])
  })

  test('reloading can bypass caches', async () => {
    const { url, requests } = await start('v1.0')
    const agentId = await window.idOf(url)
    await window.client.card.discover({ agentId })
    await window.client.card.discover({ agentId, bypassCache: true })
    const sent = requests.map(({ headers }) =>
      headers.some(([name]) => name.toLowerCase() === 'cache-control'),
    )
    expect(sent).toEqual([false, true])
  })
})

test('operations that begin before there is a card read it once, together', async () => {
  const kit = await start('v1.0')
  const agentId = await window.idOf(kit.url)
  const send = (text: string) => window.client.conversation.send({ agentId, text, stream: false })
  const sent = await Promise.all([send('direct one'), send('direct two'), send('direct three')])
  expect(sent.map(({ ended }) => ended)).toEqual(['complete', 'complete', 'complete'])
  expect(kit.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST'])
})

test('what comes of an agent that was removed meanwhile is not kept', async () => {
  const card = await (await fetch(`${(await start('v1.0')).url}/.well-known/agent-card.json`)).text()
  const remove = async () => {
    await window.client.agents.remove({ agentId })
    return reply(200, 'application/json', card)
  }
  const { url } = await start('v1.0', { quirks: [{ intercept: remove }] })
  const agentId = await window.idOf(url)
  await expect(window.client.card.discover({ agentId })).rejects.toThrow('no longer in the list')
  expect(window.engine.discovery.asSigned(agentId)).toBeUndefined()
  expect(readdirSync(join(window.dataDir, 'cards'))).toEqual([])
})

describe('a card that changed', () => {
  test('is told until it is accepted, and again when it changes again', async () => {
    const { url } = await start('card-changes')
    const agentId = await window.idOf(url)
    const read = async () => {
      const discovery = await window.client.card.discover({ agentId })
      if (!discovery.found) throw new Error(discovery.reason)
      return discovery
    }
    expect((await read()).changed).toBeUndefined()
    const second = await read()
    expect(second.changed).toMatchObject({ previous: { version: '1.0.1' }, readAt: expect.any(Number) })
    expect((await read()).changed).toMatchObject({ previous: { version: '1.0.1' } })
    expect(await window.client.card.acceptChange({ agentId })).toEqual({ accepted: true })
    expect((await window.client.card.current({ agentId }))?.found && true).toBe(true)
    expect(await window.client.card.acceptChange({ agentId })).toEqual({ accepted: false })
    expect((await read()).changed).toMatchObject({ previous: { version: '1.0.3' } })
  })

  test('is noticed after a restart', async () => {
    const { url } = await start('card-changes')
    await window.connect(url)
    window = await window.reopen()
    expect(await window.connect(url)).toMatchObject({ changed: { previous: { version: '1.0.1' } } })
  })
})

describe('the way in', () => {
  test('every interface has its verdict', async () => {
    const discovery = await connect('every-binding')
    if (!discovery.found) throw new Error(discovery.reason)
    expect(discovery.interfaces.filter(({ chosen }) => chosen)).toHaveLength(1)
    expect(discovery.interfaces.every(({ why }) => why !== '')).toBe(true)
    expect(discovery.connection).toMatchObject({ credentials: 'none' })
  })

  test('can be forced, and a substitute replaces what the card says', async () => {
    const started = await start('adk')
    const agentId = await window.idOf(started.url)
    const discovery = await window.client.card.discover({ agentId })
    if (!discovery.found) throw new Error(discovery.reason)
    const [suspicious] = discovery.suspicious
    expect(suspicious).toMatchObject({ kind: 'listening', pointer: '/url' })
    const origin = new URL(started.url).origin
    expect(suspicious?.substitute).toBe(`${origin}/a2a/travel`)

    await window.client.agents.configure({
      agentId,
      settings: {
        substitutes: [{ from: suspicious?.url ?? '', to: suspicious?.substitute ?? '' }],
        extensions: [],
      },
    })
    expect(await window.client.card.current({ agentId })).toMatchObject({
      connection: { interface: { url: `${origin}/a2a/travel` } },
    })
    expect(await window.client.conversation.send({ agentId, text: 'direct', stream: false })).toMatchObject({
      ended: 'complete',
      credentials: 'none',
    })

    await window.client.agents.configure({
      agentId,
      settings: {
        forced: { url: `${origin}/elsewhere`, binding: 'JSONRPC', dialect: '1.0' },
        substitutes: [],
        extensions: ['https://extension.example/one'],
      },
    })
    await window.client.conversation.send({ agentId, text: 'direct', stream: false })
    const last = started.requests.at(-1)
    expect([last?.path, JSON.parse(String(last?.body)).method]).toEqual(['/elsewhere', 'SendMessage'])
    expect(last?.headers).toContainEqual(['A2A-Extensions', 'https://extension.example/one'])
  })
})

describe('both views of a card', () => {
  test.each([
    ['hybrid-by-header', 'hybrid'],
    ['v1.0', 'same'],
  ])('%s is %s', async (name, kind) => {
    const { url, requests } = await start(name)
    const agentId = await window.idOf(url)
    const views = await window.client.card.compareViews({ agentId })
    expect(views).toMatchObject({ kind, views: [{ asked: '1.0' }, { asked: 'nothing' }] })
    const requested = requests
      .slice(-2)
      .map(({ headers }) => headers.some(([name]) => /^a2a-version$/i.test(name)))
    expect(requested).toEqual([true, false])
  })
})
