// Cards that are wrong, hostile or hard to find; the agent behind each speaks correct 1.0.

import { reply } from '../http-server.ts'
import type { Quirk } from '../quirk.ts'
import { guarded } from '../quirks/access.ts'
import { cardAt, cardUrl, cardWithout, redirect } from '../quirks/addresses.ts'
import {
  cardReply,
  everyText,
  htmlEverywhere,
  manySkills,
  nested,
  silentCard,
  spoiled,
} from '../quirks/card-replies.ts'
import { type NamedAgent, named } from './named-agent.ts'

const card = (name: string, does: string, ...quirks: readonly (Quirk | (() => Quirk))[]): NamedAgent =>
  named(`card-${name}`, '§1.2, §9.5', does, () => ({
    dialect: '1.0',
    quirks: quirks.map((quirk) => (typeof quirk === 'function' ? quirk() : quirk)),
  }))

const wellKnown = '/.well-known/agent-card.json'
const script = '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">'
const bidi = 'safe\u202Egnp.exe\u2066\u200B\u200F\uFEFF\u0007'
const megabytes = (count: number): string => 'x'.repeat(count * 1024 * 1024)

/** Paths of cards in existing agents (PROTOCOL.md §1.2). */
const oddPaths = [
  '/.well-known/agent.json',
  '/.well-known/agent-card',
  '/agent-card.json',
  '/agent.json',
  '/v1/card',
  '/card',
] as const

export const cardAgents: readonly NamedAgent[] = [
  card('html', 'Answers 200 with an HTML page to every GET, the card included', htmlEverywhere),
  card(
    'html-as-json',
    'Serves an HTML page as application/json',
    cardReply(() => reply(200, 'application/json', '<html><body>Not a card</body></html>')),
  ),
  card(
    '401-challenged',
    'Answers 401 with WWW-Authenticate until the key comes: Bearer card-key',
    guarded({
      opens: [['Authorization', 'Bearer card-key']],
      covers: 'everything',
      challenge: 'Bearer realm="cards", error="invalid_token"',
    }),
  ),
  card(
    '401-bare',
    'Answers 401 without a word about what it wants (Bearer card-key)',
    guarded({
      opens: [['Authorization', 'Bearer card-key']],
      covers: 'everything',
      contentType: 'text/plain',
      body: '',
    }),
  ),
  card(
    '401-basic',
    'Wants Basic credentials, user:pass, for the card alone',
    guarded({
      opens: [['Authorization', `Basic ${Buffer.from('user:pass').toString('base64')}`]],
      covers: 'card',
      challenge: 'Basic realm="cards", charset="UTF-8"',
    }),
  ),
  card('403-bare', 'Answers 403 to every one without X-Api-Key: card-key', {
    ...guarded({
      opens: [['X-Api-Key', 'card-key']],
      covers: 'everything',
      status: 403,
      body: '{"error":"forbidden"}',
    }),
  }),
  card(
    '403-challenged',
    'Answers 403 with WWW-Authenticate whatever comes',
    guarded({
      opens: [],
      covers: 'everything',
      status: 403,
      challenge: 'Bearer scope="agents.read"',
      body: '{}',
    }),
  ),
  card(
    '404-everywhere',
    'Has no card at all, only an RPC endpoint',
    cardReply(() => reply(404, 'text/plain', 'Not Found')),
  ),
  card(
    '500',
    'Breaks when asked for the card',
    cardReply(() => reply(500, 'text/html', '<h1>Oops</h1>')),
  ),
  card('silent', 'Takes the question for its card and never answers', silentCard),
  card(
    'empty',
    'Answers 200 with nothing',
    cardReply(() => reply(200, 'application/json', '')),
  ),
  card(
    '304',
    'Answers 304 to someone who has nothing stored',
    cardReply(() => reply(304, 'application/json', '')),
  ),
  card(
    'truncated',
    'Stops in the middle of the JSON',
    spoiled((text) => text.slice(0, text.length / 2)),
  ),
  card(
    'array',
    'Serves an array with the card in it',
    spoiled((text) => `[${text}]`),
  ),
  card(
    'null',
    'Serves null',
    spoiled(() => 'null'),
  ),
  card(
    'text-plain',
    'Serves a good card as text/plain',
    spoiled((text) => text, 'text/plain'),
  ),
  card(
    'bom',
    'Begins its card with a byte order mark',
    spoiled((text) => `\uFEFF${text}`),
  ),
  card('latin1', 'Writes its card in Latin-1', {
    ...spoiled((text) => Buffer.from(text.replace('"name":"', '"name":"Café '), 'latin1')),
  }),
  card(
    'duplicate-keys',
    'Says its name twice',
    spoiled((text) => text.replace('{', '{"name":"First name",')),
  ),
  card('proto-keys', 'Has members named __proto__ and constructor', {
    ...spoiled((text) =>
      text.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},'),
    ),
  }),
  card('5mb', 'Has a description of five megabytes', {
    card: (plain) => ({ ...plain, description: megabytes(5) }),
  }),
  card('10000-skills', 'Has ten thousand skills', {
    card: (plain) => ({ ...plain, skills: manySkills(10_000) }),
  }),
  card('deep', 'Has a member nested 200 levels deep', {
    card: (plain) => ({ ...plain, extra: nested(200) }),
  }),
  card('deeper', 'Has a member nested 20,000 levels deep', {
    ...spoiled((text) => text.replace('{', `{"extra":${'['.repeat(20_000)}${']'.repeat(20_000)},`)),
  }),
  card(
    'script',
    'Has markup and scripts in every text',
    everyText((text) => `${text} ${script}`),
  ),
  card(
    'bidi',
    'Has direction overrides and invisible characters in every text',
    everyText((text) => `${text} ${bidi}`),
  ),
  card(
    'long-words',
    'Has a word of 10,000 letters in every text',
    everyText((text) => `${text}${'w'.repeat(10_000)}`),
  ),
  card(
    'markdown-traps',
    'Has links, images and HTML of ill intent in its markdown',
    everyText(
      (text) => `${text} [click](javascript:alert(1)) ![](http://127.0.0.1:9/track.png) <iframe src="//x">`,
    ),
  ),
  card(
    'javascript-urls',
    'Gives javascript: addresses wherever an address goes',
    badUrls('javascript:alert(1)'),
  ),
  card('file-urls', 'Gives file: addresses wherever an address goes', badUrls('file:///etc/passwd')),
  card(
    'data-urls',
    'Gives data: addresses wherever an address goes',
    badUrls('data:text/html,<script>1</script>'),
  ),
  card(
    'credential-url',
    'Has a name and password in its address',
    cardUrl(({ url }) => url.replace('://', '://user:pass@')),
  ),
  card('wrong-types', 'Has numbers, objects and nulls where texts and arrays belong', {
    card: (plain) => ({
      ...plain,
      name: 42,
      description: null,
      skills: {},
      defaultInputModes: 'text',
      capabilities: [],
    }),
  }),
  card(
    'missing-members',
    'Lacks what every version requires',
    cardWithout('name', 'description', 'skills', 'capabilities'),
  ),
  card('no-interfaces', 'Declares no way to reach it', {
    card: (plain) => ({ ...plain, supportedInterfaces: [] }),
  }),
  card('unknown-binding', 'Declares only bindings nobody speaks', {
    card: (plain) => ({
      ...plain,
      supportedInterfaces: [
        {
          url: 'wss://agent.example',
          protocolBinding: 'https://bindings.example/ws',
          protocolVersion: '1.0',
        },
      ],
    }),
  }),
  card('future', 'Claims version 9.9', {
    card: (plain, { url }) => ({
      ...plain,
      supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '9.9' }],
    }),
  }),
  card('changes', 'Has another description and version every time it is read', changingCard),
  card(
    'redirect',
    'Sends to the card with a 302',
    cardAt('/moved/card.json'),
    redirect(302, wellKnown, '/moved/card.json'),
  ),
  card(
    'redirect-308',
    'Sends to the card with a 308',
    cardAt('/moved/card.json'),
    redirect(308, wellKnown, '/moved/card.json'),
  ),
  card('redirect-loop', 'Sends to itself for ever', redirect(302, wellKnown, wellKnown)),
  card('redirect-file', 'Sends to a file of the reader', redirect(302, wellKnown, 'file:///etc/passwd')),
  card('redirect-elsewhere', 'Sends to another host, where credentials must not go', {
    intercept({ request }, { origin }) {
      if (request.path !== wellKnown) return undefined
      const elsewhere = origin.replace('127.0.0.1', 'localhost')
      return reply(302, 'text/plain', '', [['Location', `${elsewhere}/elsewhere/card.json`]])
    },
    cardPaths: ['/elsewhere/card.json'],
  }),
  ...oddPaths.map((path) =>
    card(`at${path.replaceAll(/[^a-z0-9]+/g, '-')}`, `Serves its card at ${path} alone`, cardAt(path)),
  ),
]

function badUrls(url: string): Quirk {
  return {
    card: (plain) => ({
      ...plain,
      supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      provider: { organization: 'Nobody', url },
      documentationUrl: url,
      iconUrl: url,
    }),
  }
}

function changingCard(): Quirk {
  let read = 0
  return {
    card(plain) {
      read += 1
      return { ...plain, version: `1.0.${read}`, description: `Read ${read} times` }
    },
  }
}
