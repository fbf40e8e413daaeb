// Addresses without a card: the time it takes, and what is there instead.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const start = (name: string) => untilTestEnds(namedAgent(name).start())

test('a card that does not come in time is said to have timed out, and nothing else is tried', async () => {
  const { url, requests } = await start('card-silent')
  const agentId = await window.idOf(url)
  const network = { answerSeconds: 1 }
  await window.client.agents.configure({ agentId, settings: { ...defaultConnectionSettings, network } })
  expect(await window.connect(url)).toMatchObject({
    found: false,
    problem: { kind: 'timeout', sentence: expect.stringMatching(/^Timed out: .* after 1 s\./) },
  })
  expect(requests).toHaveLength(1)
})

test.each([
  [503, '{"detail":"Warming up"}', /^The server broke when asked for the card \(503\): “Warming up”$/],
  [500, 'Out of memory', /\(500\): “Out of memory”$/],
  [
    418,
    '{"error":{"message":"Short and stout"}}',
    /^The server answered 418 instead of a card: “Short and stout”$/,
  ],
])('a server that answers %i says why in its own words: %s', async (status, body, sentence) => {
  const { url } = await untilTestEnds(
    agent({ dialect: '1.0', quirks: [{ intercept: () => ({ status, headers: [], body }) }] }),
  )
  expect(await window.connect(url)).toMatchObject({
    found: false,
    problem: { sentence: expect.stringMatching(sentence) },
  })
})

test.each([
  ['host-mcp', 'mcp-server', /MCP server: .* Open it in an MCP client/],
  ['host-mcp-events', 'mcp-server', /MCP server/],
  ['host-openapi', 'openapi', /OpenAPI, “Pet store”, with 2 paths, none of them an agent card\. Type/],
  ['host-login', 'login', /login page \(“Sign in to Acme”\).*set the token or cookie it gives under Access/],
  ['host-site', 'html', /web site \(“Acme”\).*Type the address/],
] as const)('%s is named for what it is, with the next step', async (name, kind, sentence) => {
  const discovery = await window.connect((await start(name)).url)
  expect(discovery).toMatchObject({
    found: false,
    problem: { kind, sentence: expect.stringMatching(sentence) },
  })
})
