// Icons of cards: fetched on request, recorded, without credentials.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawMap } from '#demo-agent/files/pictures.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { headerOf, type Reply, reply } from '../../../e2e/agents/http-server.ts'
import { iconRefusal } from './fetch-icon.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

async function withIcon(answer: Reply) {
  const started = await untilTestEnds(
    agent({
      dialect: '1.0',
      card: (plain, { origin }) => ({ ...plain, iconUrl: `${origin}/icon` }),
      quirks: [{ intercept: ({ request }) => (request.path === '/icon' ? answer : undefined) }],
    }),
  )
  const agentId = await window.idOf(started.url)
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 'never-there' }] })
  await window.client.card.discover({ agentId })
  const iconRequests = () => started.requests.filter(({ path }) => path === '/icon')
  return { agentId, iconUrl: `${started.url}/icon`, iconRequests }
}

test('an icon is fetched when asked for, without credentials, and is on the record', async () => {
  const { agentId, iconUrl, iconRequests } = await withIcon(reply(200, 'text/plain', drawMap()))
  expect(iconRequests()).toEqual([])
  const icon = await window.client.card.icon({ agentId, iconUrl })
  expect(icon).toMatchObject({
    found: true,
    mediaType: 'image/png',
    base64: drawMap().toString('base64'),
  })
  expect(iconRequests().map((request) => headerOf(request, 'Authorization'))).toEqual([undefined])
  const entries = await window.entries(String(icon.exchangeId))
  expect(entries.map(({ kind, findings }) => [kind, findings])).toEqual([
    ['request', undefined],
    ['response', undefined],
    ['end', undefined],
  ])
  expect(entries[0]).toMatchObject({ call: { purpose: 'file', label: 'GET icon' }, url: iconUrl })
})

test.each<[string, Reply, RegExp]>([
  ['a page', reply(200, 'image/png', '<!doctype html><p>hello</p>'), /image Parley can draw/],
  ['an error', reply(404, 'text/plain', 'no'), /answered 404/],
  ['a megabyte', reply(200, 'image/png', Buffer.alloc(1024 * 1024)), /larger than 256 KB/],
  [
    'a redirect',
    {
      status: 302,
      headers: [
        ['Location', 'http://169.254.169.254/latest'],
        ['Content-Length', '0'],
      ],
      body: '',
    },
    /redirects to http:\/\/169\.254\.169\.254\/latest, and Parley was to ask at this one address alone/,
  ],
])('%s instead of an icon is told in a sentence', async (_name, answer, reason) => {
  const { agentId, iconUrl, iconRequests } = await withIcon(answer)
  expect(await window.client.card.icon({ agentId, iconUrl })).toMatchObject({
    found: false,
    reason: expect.stringMatching(reason),
    exchangeId: expect.any(String),
  })
  expect(iconRequests()).toHaveLength(1)
})

test('another address than the one the card names is nothing anybody consented to', async () => {
  const { agentId, iconUrl, iconRequests } = await withIcon(reply(200, 'image/png', drawMap()))
  await expect(window.client.card.icon({ agentId, iconUrl: `${iconUrl}?x` })).rejects.toThrow(/another icon/)
  expect(iconRequests()).toEqual([])
})

test.each<[string, string | undefined, RegExp | undefined]>([
  ['https://cdn.example/icon.png', 'https://agent.example/card.json', undefined],
  ['http://localhost:9/icon.png', 'http://127.0.0.1:8/card.json', undefined],
  ['http://10.0.0.7/icon.png', 'http://10.0.0.7:9/card.json', undefined],
  ['/icon.png', 'https://agent.example/card.json', /not absolute/],
  ['file:///etc/passwd', undefined, /file: is not opened/],
  ['data:image/png;base64,AAAA', undefined, /data: is not opened/],
  ['javascript:alert(1)', undefined, /javascript: is not opened/],
  ['https://user:pass@cdn.example/icon.png', undefined, /carries a password/],
  ['http://localhost:9/icon.png', 'https://agent.example/card.json', /from another host/],
  ['http://[::ffff:127.0.0.1]/icon.png', 'https://agent.example/card.json', /from another host/],
  ['http://2130706433/icon.png', 'https://agent.example/card.json', /from another host/],
  ['http://169.254.169.254/latest', 'http://10.0.0.7/card.json', /from another host/],
  ['http://router/icon.png', undefined, /from another host/],
])('%s named by a card at %s', (iconUrl, cardUrl, refusal) => {
  const text = iconRefusal(iconUrl, cardUrl)
  if (refusal === undefined) expect(text).toBeUndefined()
  else expect(text).toMatch(refusal)
})
