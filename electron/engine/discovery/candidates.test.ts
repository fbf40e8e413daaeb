import { expect, test } from 'vitest'
import { cardCandidates, counterparts, oddCandidates } from './candidates.ts'

test.each([
  [
    'a base URL',
    'http://127.0.0.1:4000',
    ['http://127.0.0.1:4000/.well-known/agent-card.json', 'http://127.0.0.1:4000/.well-known/agent.json'],
  ],
  [
    'a base URL with a slash',
    'https://agent.example/',
    ['https://agent.example/.well-known/agent-card.json', 'https://agent.example/.well-known/agent.json'],
  ],
  [
    'a card URL, used as it is',
    'https://agent.example/cards/travel.json?v=2',
    ['https://agent.example/cards/travel.json?v=2'],
  ],
  [
    'a path behind a proxy, then the origin, then the path itself',
    'https://agent.example/a2a/travel/',
    [
      'https://agent.example/a2a/travel/.well-known/agent-card.json',
      'https://agent.example/a2a/travel/.well-known/agent.json',
      'https://agent.example/.well-known/agent-card.json',
      'https://agent.example/.well-known/agent.json',
      'https://agent.example/a2a/travel/',
    ],
  ],
  [
    'host and port of this machine',
    'localhost:9999',
    ['http://localhost:9999/.well-known/agent-card.json', 'http://localhost:9999/.well-known/agent.json'],
  ],
  [
    'a name without a scheme',
    'agent.example',
    ['https://agent.example/.well-known/agent-card.json', 'https://agent.example/.well-known/agent.json'],
  ],
  [
    'the user’s own query',
    'http://127.0.0.1:1/?assistant_id=a',
    [
      'http://127.0.0.1:1/.well-known/agent-card.json?assistant_id=a',
      'http://127.0.0.1:1/.well-known/agent.json?assistant_id=a',
    ],
  ],
])('%s', (_name, address, expected) => {
  expect(cardCandidates(address)).toEqual(expected)
})

test.each(['file:///etc/passwd', 'javascript://x', 'http://', 'not a host'])(
  '%s is no address',
  (address) => {
    expect(cardCandidates(address)).toBeUndefined()
  },
)

test.each([
  ['http://a:1/a2a/x', ['/.well-known/x/agent-card.json', '/.well-known/agent-card.json?assistant_id=x']],
  [
    'https://a.example/api/a2a/x%20y/',
    ['/api/.well-known/x%20y/agent-card.json', '/api/.well-known/agent-card.json?assistant_id=x+y'],
  ],
  [
    'a.example/api/.well-known/x/agent-card.json',
    ['/api/a2a/x/.well-known/agent-card.json', '/api/a2a/x/.well-known/agent.json'],
  ],
  ['http://a:1/a2a', []],
  ['http://a:1/.well-known/agent-card.json', []],
])('endpoint and card of %s', (address, expected) => {
  expect(counterparts(address).map((url) => url.replace(/^https?:\/\/[^/]+/, ''))).toEqual(expected)
})

test('odd places are below what was typed, unless that was a card', () => {
  expect(oddCandidates('https://agent.example/a2a/').map((url) => new URL(url).pathname)).toEqual([
    '/a2a/.well-known/agent-card',
    '/a2a/agent-card.json',
    '/a2a/agent.json',
    '/a2a/v1/card',
    '/a2a/card',
  ])
  expect(oddCandidates('https://agent.example/card.json')).toEqual([])
})
