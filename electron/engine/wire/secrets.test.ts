import { expect, test } from 'vitest'
import { secretMarkPattern } from '#shared/record/credential-names.ts'
import { Secrets } from './secrets.ts'

test.each(['plain-token', '\\ud800 half a character', 'quote \\" and ☂'])(
  'the token %s of a push configuration is kept out of what is sent and of what is said of it',
  (token) => {
    const secrets = new Secrets()
    const config = `{"pushNotificationConfig":{"url":"http://a/","token":"${token}"}}`
    const masked = secrets.text(config, 'ours', 'push')
    const [mark = ''] = masked.match(secretMarkPattern) ?? []
    expect(masked).toBe(`{"pushNotificationConfig":{"url":"http://a/","token":"${mark}"}}`)
    expect(secrets.text(`it said "${token}" again`, 'theirs')).toBe(`it said "${mark}" again`)
  },
)

const event = (text: string) =>
  `{"result":{"artifact":{"parts":[{"kind":"text","text":${JSON.stringify(text)}}]}}}`
const texts = (events: readonly string[]) =>
  events.map(
    (each) =>
      (JSON.parse(each) as { result: { artifact: { parts: [{ text: string }] } } }).result.artifact.parts[0]
        .text,
  )

test.each([
  [
    ['it is to', 'ken', '-"wi', 'th" pie', 'ces, see'],
    ['it is to', 'ken', '[x]', '[x]', '[x], see'],
  ],
  [
    ['token-"w', 'ith" pieces'],
    ['[x]', '[x]'],
  ],
  [
    ['token-"wi', 'nd"'],
    ['[x]', 'nd"'],
  ],
  [
    ['tok', 'tok', 'en-"wi', 'th" pieces'],
    ['tok', 'tok', '[x]', '[x]'],
  ],
  [
    ['to', 'go'],
    ['to', 'go'],
  ],
])('a secret in pieces is masked from its sixth character on: %j', (output, left) => {
  const secrets = new Secrets()
  secrets.learn('token-"with" pieces')
  const split = secrets.split()
  const masked = output.map((text) => split?.mask(event(text)) ?? '')
  expect(texts(masked).map((text) => text.replace(secretMarkPattern, '[x]'))).toEqual(left)
  const fresh = secrets.split()
  expect(
    output.map((text) => {
      fresh?.mask(event(text))
      return fresh?.mask(`data: ${event(text)}\n\n`, 'also')
    }),
  ).toEqual(masked.map((each) => `data: ${each}\n\n`))
  expect(secrets.split()?.hasNone(output.map(event).join('\n'))).toBe(output.join() === left.join())
})

test('a secret is given for the origins alone that it went to', () => {
  const secrets = new Secrets()
  const masked = secrets.text('{"pushNotificationConfig":{"token":"one-secret"}}', 'ours', 'push')
  const [id = ''] = [...masked.matchAll(secretMarkPattern)].map(([, each]) => each)
  secrets.sent('https://a', masked, '')
  expect(secrets.revealFor(id, 'https://a')).toBe('one-secret')
  for (const other of ['http://a', 'https://a:8443', 'https://b', undefined]) {
    expect(secrets.revealFor(id, other)).toBeUndefined()
  }
  secrets.sent('https://b', masked, masked)
  expect(secrets.revealFor(id, 'https://b')).toBeUndefined()
})

test.each([
  'X-Amz-Signature',
  'X-Amz-Security-Token',
  'X-Goog-Signature',
  'sig',
  'jwt',
  'token',
  'key',
  'api_key',
  'apiKey',
  'access_token',
  'code',
  'client_secret',
  'x-functions-key',
  'AWSAccessKeyId',
])('the value of %s in an address is a secret, in any text that has the address', (name) => {
  const secrets = new Secrets()
  const url = `https://h/p?a=1&${name}=va%2Flue-5f&b=2#f`
  const hidden = secrets.addresses(url, 'called')
  expect(hidden).toMatch(new RegExp(`^https://h/p\\?a=1&${name}=\\[secret:[0-9a-f]{8}\\]&b=2#f$`))
  expect(secrets.url(url, 'ours')).toBe(hidden)
  expect(secrets.opened(hidden)).toBe(url)
  expect(secrets.opened(hidden.replace('https://h', 'https://other'))).toBe(
    hidden.replace('https://h', 'https://other'),
  )
  const output = [
    JSON.stringify({ url }),
    `<a href="${url.replaceAll('&', '&amp;')}">`,
    `see ${url}.`,
    `"${url.replaceAll('/', '\\/').replaceAll('&', '\\u0026')}"`,
  ]
  for (const text of output) expect(new Secrets().addresses(text, 'theirs')).not.toMatch(/va(%2F|\/)lue/)
})

test('an address keeps what is no secret', () => {
  const url = 'https://h/p?page_token=abcdefg&max_tokens=100&sort_key=status&monkey=1&q=token'
  expect(new Secrets().addresses(url, 'theirs')).toBe(url)
})

test('what others call a secret in an address is masked there, and looked for nowhere else', () => {
  const secrets = new Secrets()
  expect(secrets.addresses('see https://h/?key=jsonrpc&a=1', 'theirs')).toMatch(
    /^see https:\/\/h\/\?key=\[secret:\w{8}\]&a=1$/,
  )
  expect(secrets.url('/hook?key=jsonrpc', 'theirs')).toMatch(/^\/hook\?key=\[secret:\w{8}\]$/)
  const card = secrets.addresses('{"url":"https://h/rpc?key=artifact-update"}', 'called')
  const [called = ''] = card.match(/https:[^"]+/) ?? []
  expect(secrets.opened(called)).toBe('https://h/rpc?key=artifact-update')
  expect(secrets.url(secrets.opened(called), 'ours')).toBe(called)
  expect(secrets.text('{"jsonrpc":"2.0","kind":"artifact-update"}', 'theirs')).toBe(
    '{"jsonrpc":"2.0","kind":"artifact-update"}',
  )
})

test('a user in an address is a secret', () => {
  const secrets = new Secrets()
  const hidden = secrets.addresses('http://me:pass-word@h/', 'called')
  expect(hidden).toMatch(/^http:\/\/\[secret:[0-9a-f]{8}\]@h\/$/)
  expect(secrets.opened(new URL(hidden).href)).toBe('http://me:pass-word@h/')
})

test.each([
  ['Location', '/moved?sig=s3cret&page=2#token=s3cret', '/moved?sig=[x]&page=2#token=[x]'],
  [
    'content-location',
    'https://ann:s3cret@a.example/x?api_key=s3cret',
    'https://[x]@a.example/x?api_key=[x]',
  ],
  ['Referer', 'https://a.example/?access_token=s3cret', 'https://a.example/?access_token=[x]'],
  ['Refresh', '5; URL="/next?code=s3cret"', '5; URL="/next?code=[x]"'],
  ['Refresh', '0;url=https://ann:s3cret@a.example/?sig=s3cret', '0;url=https://[x]@a.example/?sig=[x]'],
  [
    'Link',
    '<https://ann:s3cret@a.example/?token=s3cret>; rel="next", </b?sig=s3cret>; title="sig=1"',
    '<https://[x]@a.example/?token=[x]>; rel="next", </b?sig=[x]>; title="sig=1"',
  ],
  ['Location', '/moved?page_token=2&q=x', '/moved?page_token=2&q=x'],
  ['Location', 'nowhere', 'nowhere'],
  ['X-Note', 'see /moved?sig=1', 'see /moved?sig=1'],
])('%s: %s is masked as an address is', (name, value, masked) => {
  const [[, recorded] = ['', '']] = new Secrets().headers([[name, value]], 'theirs')
  expect(recorded.replace(new RegExp(secretMarkPattern, 'g'), '[x]')).toBe(masked)
})
