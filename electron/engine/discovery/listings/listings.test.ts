// Servers with several agents, and servers with none: the choices in the window, and the list of attempts.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { type Agent, agent } from '../../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../../e2e/agents/catalogue/catalogue.ts'
import type { AgentPlace } from '../../../../e2e/agents/quirk.ts'
import { cardAt } from '../../../../e2e/agents/quirks/addresses.ts'
import {
  answersAt,
  catalogAt,
  catalogType,
  entry,
  json,
  smallCard,
} from '../../../../e2e/agents/quirks/hosts.ts'
import { catalogPath } from './catalog.ts'
import { walkCatalog } from './walk-catalog.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const start = (name: string): Promise<Agent> => untilTestEnds(namedAgent(name).start())
const connect = async (name: string) => window.connect((await start(name)).url)
const tried = ({ attempts }: Discovery) =>
  attempts.map(({ url, outcome }) => `${new URL(url).pathname}${new URL(url).search}: ${outcome}`)

describe('an agent with an id', () => {
  test('has its card apart from its endpoint, below a prefix too', async () => {
    const discovery = await connect('host-mastra')
    expect(discovery).toMatchObject({ found: true, card: { name: 'Weather' } })
    expect(tried(discovery).at(-1)).toBe('/api/.well-known/weather/agent-card.json: 200, an agent card')
  })

  test('or the reverse', async () => {
    const discovery = await connect('host-card-below-endpoint')
    expect(discovery).toMatchObject({ found: true, card: { name: 'Weather' } })
  })

  test('is found by its endpoint where the card is asked for by query', async () => {
    const { url } = await start('host-assistants')
    expect(await window.connect(`${url}/a2a/a-2`)).toMatchObject({
      found: true,
      card: { name: 'Writer' },
      cardUrl: `${url}/.well-known/agent-card.json?assistant_id=a-2`,
    })
  })
})

test('assistants that need an id are offered, each attempt listed', async () => {
  const { url, requests } = await start('host-assistants')
  const discovery = await window.connect(url)
  expect(discovery).toMatchObject({
    found: false,
    problem: { kind: 'several-agents', sentence: expect.stringMatching(/lists 2 agents\. Choose/) },
    choices: {
      list: [
        { name: 'Planner', kind: 'agent', address: `${url}/.well-known/agent-card.json?assistant_id=a-1` },
        { name: 'write', kind: 'agent', type: 'assistant of the graph write' },
      ],
    },
  })
  expect(tried(discovery)).toEqual([
    '/.well-known/agent-card.json: 422',
    '/.well-known/agent.json: 404',
    '/assistants/search: 200, 2 assistants',
  ])
  expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/assistants/search' })
})

test('nothing is posted to a server that has not named its assistants', async () => {
  const { url, requests } = await start('card-404-everywhere')
  await window.connect(url)
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
})

test('assistants that are named and cannot be listed are asked for once, and are not the reason', async () => {
  const { url, requests } = await untilTestEnds(
    agent({
      dialect: '1.0',
      address: '',
      quirks: [
        cardAt(),
        {
          intercept: ({ request }) =>
            request.method === 'POST' ? json({ detail: 'no' }, 405) : json({ detail: 'assistant_id?' }, 404),
        },
      ],
    }),
  )
  const discovery = await window.connect(url)
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(discovery).toMatchObject({ found: false, problem: { kind: 'not-found' } })
})

test('an OpenAPI document that lists a card leads to it', async () => {
  const discovery = await connect('host-openapi-card')
  expect(discovery).toMatchObject({ found: true, card: { name: 'Travel' } })
  expect(tried(discovery).slice(-2)).toEqual([
    '/openapi.json: 200, an OpenAPI document',
    '/agents/travel/agent-card.json: 200, an agent card',
  ])
})

describe('a server that lists its agents in words of its own', () => {
  test('offers them, each by the card path of its OpenAPI document', async () => {
    const { url } = await start('host-agent-os')
    const discovery = await window.connect(url)
    expect(discovery).toMatchObject({
      found: false,
      problem: { kind: 'several-agents', sentence: expect.stringMatching(/lists 3 agents\. Choose/) },
      choices: {
        list: [
          {
            name: 'Weather',
            description: 'Tells the weather',
            address: `${url}/a2a/agents/weather/.well-known/agent-card.json`,
          },
          { name: 'travel plans' },
          { name: 'Everybody', address: `${url}/a2a/teams/all/.well-known/agent-card.json` },
        ],
      },
    })
    expect(tried(discovery).slice(-5)).toEqual([
      '/openapi.json: 200, an OpenAPI document',
      '/agents: 200, a list of 2 agents',
      '/teams: 200, a list of one agent',
      '/a2a/agents/weather/.well-known/agent-card.json: 200, an agent card',
      '/a2a/teams/all/.well-known/agent-card.json: 200, an agent card',
    ])
    const [, travel] = discovery.found ? [] : (discovery.choices?.list ?? [])
    expect(await window.connect(travel?.address ?? '')).toMatchObject({ card: { name: 'Travel' } })
  })

  test('by ids below /api, where not each has a card', async () => {
    const { url } = await start('host-mastra-root')
    const discovery = await window.connect(url)
    const addresses = discovery.found ? [] : discovery.choices?.list.map(({ address }) => address)
    expect(addresses).toEqual(
      ['hidden', 'weather'].map((id) => `${url}/api/.well-known/${id}/agent-card.json`),
    )
  })

  test('is the agent where it lists one alone', async () => {
    const discovery = await connect('host-voltagent-root')
    expect(discovery).toMatchObject({ found: true, card: { name: 'Weather' } })
    expect(tried(discovery).slice(-2)).toEqual([
      '/agents: 200, a list of one agent',
      '/.well-known/weather/agent-card.json: 200, an agent card',
    ])
  })

  test('has none where no card is found under their ids, and is not asked for each', async () => {
    const { url, requests } = await start('host-staff')
    expect(await window.connect(url)).toMatchObject({ found: false, problem: { kind: 'not-found' } })
    expect(requests.filter(({ path }) => /00[67]/.test(path))).toHaveLength(4)
  })
})

test('an agent below /a2a is found by its host', async () => {
  const { url } = await untilTestEnds(
    agent({ dialect: '1.0', path: '/a2a', quirks: [cardAt('/a2a/.well-known/agent-card.json')] }),
  )
  expect(await window.connect(new URL(url).origin)).toMatchObject({
    found: true,
    cardUrl: `${new URL(url).origin}/a2a/.well-known/agent-card.json`,
  })
})

describe('a list of one agent', () => {
  const listing = async (choice: (place: AgentPlace) => Parameters<typeof entry>[1]) =>
    (
      await untilTestEnds(
        agent({
          dialect: '1.0',
          address: '',
          quirks: [
            cardAt('/one/card.json'),
            answersAt({ [catalogPath]: catalogAt((place) => [entry('one', choice(place))]) }),
          ],
        }),
      )
    ).url

  test('is that agent', async () => {
    const url = await listing(({ origin }) => ({ url: `${origin}/one/card.json` }))
    const discovery = await window.connect(url)
    expect(discovery).toMatchObject({ found: true, cardUrl: `${new URL(url).origin}/one/card.json` })
    expect(tried(discovery).slice(-2)).toEqual([
      '/.well-known/ai-catalog.json: 200, a catalog',
      '/one/card.json: 200, an agent card',
    ])
  })

  test('is a choice where the agent is elsewhere', async () => {
    const elsewhere = await start('v1.0')
    const url = await listing(() => ({ url: `${elsewhere.url}/.well-known/agent-card.json` }))
    expect(await window.connect(url)).toHaveProperty('choices.list.length', 1)
    expect(elsewhere.requests).toEqual([])
  })

  test('is a choice where that address has no card', async () => {
    const url = await listing(({ origin }) => ({ url: `${origin}/gone.json` }))
    expect(await window.connect(url)).toHaveProperty('choices.list.length', 1)
  })
})

describe('a catalog', () => {
  test('is a list to choose from, nested ones of the same origin read, cycles and gaps named', async () => {
    const { url, requests } = await start('host-catalog')
    const discovery = await window.connect(url)
    if (discovery.found) throw new Error('There is no card.')
    const { title, list, notes } = discovery.choices ?? { list: [] }
    expect([title, list.map(({ name, kind }) => `${kind} ${name}`)]).toEqual([
      'Kit catalog',
      [
        'agent alpha',
        'agent Beta, renamed',
        'agent Gamma',
        'other weather',
        'catalog A partner',
        'agent Delta',
      ],
    ])
    expect(notes).toEqual([
      'Entry 7 has neither a url nor data.',
      expect.stringMatching(/^“Back again” leads back to .*ai-catalog\.json: the catalogs form a cycle\.$/),
    ])
    // Documents read on the way to a card are not judged as cards.
    for (const { exchangeId } of discovery.attempts.slice(2)) {
      const entries = await window.entries(exchangeId)
      expect(entries.flatMap(({ findings = [] }) => findings)).toEqual([])
    }
    // A card inside the list is compared with its entry at once.
    expect(list[2]?.findings).toMatchObject([{ rule: 'PARLEY-CARD-030', pointer: '/version' }])
    expect(tried(discovery).slice(2)).toEqual([
      '/.well-known/ai-catalog.json: 200, a catalog',
      '/more.json: 200, a catalog',
    ])
    expect(requests.map(({ path }) => path)).toEqual([
      '/.well-known/agent-card.json',
      '/.well-known/agent.json',
      '/.well-known/ai-catalog.json',
      '/more.json',
    ])
  })

  test('is read from its own address too', async () => {
    const { url } = await start('host-catalog')
    expect(await window.connect(`${url}/more.json`)).toHaveProperty('choices.list.0.name', 'Delta')
  })

  test('an entry that is chosen is held against its card', async () => {
    const { url } = await start('host-catalog')
    const agentId = await window.idOf(url)
    await window.client.card.discover({ agentId })
    const added = await window.client.agents.addChosen({ agentId, places: [1, 2], group: 'Kit' })
    expect(added.map(({ name, group, pasted }) => [name, group, pasted])).toEqual([
      ['Beta, renamed', 'Kit', undefined],
      ['Gamma', 'Kit', true],
    ])
    window = await window.reopen()
    const findings = async (id: string) => {
      const discovery = await window.client.card.discover({ agentId: id })
      if (!discovery.found) throw new Error(discovery.reason)
      return discovery.findings.filter(({ rule }) => rule === 'PARLEY-CARD-030').map(({ message }) => message)
    }
    expect(await findings(added[0]?.id ?? '')).toEqual([
      '`version` is "1.0.0", but the catalog lists "9.9.9".',
      '`name` is "Beta", but the catalog lists "Beta, renamed".',
    ])
    expect(await findings(added[1]?.id ?? '')).toEqual([
      '`version` is "1.0.0", but the catalog lists "2.0.0".',
    ])
  })

  test('a card that stands in the list keeps the secrets of its addresses over a restart', async () => {
    const { url, requests } = await untilTestEnds(
      agent({
        dialect: '1.0',
        address: '',
        quirks: [
          cardAt(),
          answersAt({
            [catalogPath]: catalogAt((place) => [
              entry('keyed', {
                data: smallCard('Keyed', { ...place, url: `${place.url}?api_key=planted-key` }),
              }),
            ]),
          }),
        ],
      }),
    )
    const agentId = await window.idOf(url)
    await window.client.card.discover({ agentId })
    const [keyed] = await window.client.agents.addChosen({ agentId, places: [0] })
    window = await window.reopen()
    await window.client.conversation.send({ agentId: keyed?.id ?? '', text: 'hello', stream: false })
    expect(requests.at(-1)?.target).toContain('api_key=planted-key')
  })

  test('what is no agent is not added, and no list means none', async () => {
    const { url } = await start('host-catalog')
    const agentId = await window.idOf(url)
    const add = (place: number) => window.client.agents.addChosen({ agentId, places: [place] })
    await expect(add(0)).rejects.toThrow('no longer known')
    await window.client.card.discover({ agentId })
    await expect(add(3)).rejects.toThrow('isn’t an agent')
    await expect(add(99)).rejects.toThrow('isn’t an agent')
  })

  test('credentials of the host do not go to another origin, nor to what is chosen', async () => {
    const { url, requests } = await start('host-catalog')
    const agentId = await window.idOf(url)
    await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 'of-the-host' }] })
    await window.client.card.discover({ agentId })
    const sent = () => requests.map(({ headers }) => headers.some(([name]) => name === 'Authorization'))
    expect(new Set(sent())).toEqual(new Set([true]))
    const before = requests.length
    const [chosen] = await window.client.agents.addChosen({ agentId, places: [0] })
    await window.client.card.discover({ agentId: chosen?.id ?? '' })
    expect(sent().slice(before)).toEqual([false])
  })

  test('is read five deep and not deeper', async () => {
    const discovery = await connect('host-catalog-deep')
    expect(discovery).toMatchObject({
      choices: { list: [], notes: ['“Level 2” is nested more than 5 catalogs deep and wasn’t read.'] },
    })
  })

  test('of 12,000 entries shows 10,000 and says so', async () => {
    const discovery = await connect('host-catalog-huge')
    if (discovery.found) throw new Error('There is no card.')
    expect(discovery.choices?.list).toHaveLength(10_000)
    expect(discovery.choices?.notes).toEqual(['The catalog has 12,000 entries; 10,000 are shown.'])
  })
})

describe('a hostile catalog', () => {
  const never = () => Promise.reject(new Error('fetched'))
  const catalogOf = (entries: readonly JsonValue[]) => ({ specVersion: '1.0', entries })
  /** Turns of the event loop for other work meanwhile. */
  const walked = async (entries: readonly JsonValue[]) => {
    let turns = 0
    let isWalking = true
    const others = (async () => {
      for (; isWalking; turns++) await new Promise((resolve) => setImmediate(resolve))
    })()
    const several = await walkCatalog(catalogOf(entries), 'http://a.example/', never)
    isWalking = false
    await others
    return { ...several, turns }
  }

  test('of catalogs that are none is given up, with a few words', async () => {
    const none = { identifier: 'x', type: catalogType, data: 0 }
    const { notes } = await walked(Array.from({ length: 10_000 }, () => none))
    expect(notes).toEqual([
      'More than 1,000 catalogs are nested here; the rest weren’t read.',
      'http://a.example/ is listed as a catalog, but isn’t one.',
    ])
  })

  test('of thousands of cards lets others work meanwhile', async () => {
    const card = smallCard('Many', { url: 'http://a.example/' } as AgentPlace)
    const cards = Array.from({ length: 10_000 }, () => entry('many', { data: card, version: '2.0.0' }))
    const { found, turns } = await walked(cards)
    expect(found).toHaveLength(10_000)
    expect(found?.[0]?.choice.findings).toHaveLength(1)
    expect(turns).toBeGreaterThan(1)
  })
})
