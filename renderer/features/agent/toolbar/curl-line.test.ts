import { expect, test } from 'vitest'
import { readCurlLine } from './curl-line.ts'

const url = 'https://agent.example/a2a'
const bearer = { kind: 'bearer', token: 't0ken' }

test.each([
  ['plain', `curl ${url}`, []],
  ['a prompt before it', `$ curl ${url}`, []],
  ['options that are not known', `curl --proto '=https' --tlsv1.2 --range 0-1 ${url}`, []],
  ['a header', `curl -H 'Authorization: Bearer t0ken' ${url}`, [bearer]],
  ['double quotes', `curl ${url} --header "authorization: bearer t0ken"`, [bearer]],
  ['attached', `curl -sSH'Authorization: Bearer t0ken' "${url}"`, [bearer]],
  [
    'several lines',
    `curl -X POST \\\n  --url ${url} \\\n  -H 'X-Api-Key: k' -d '{"a":"http://x"}'`,
    [{ kind: 'header', name: 'X-Api-Key', value: 'k' }],
  ],
  [
    'lines that lost their breaks',
    `curl --location '${url}' \\ --header 'X-Api-Key: k' \\--data 'x'`,
    [{ kind: 'header', name: 'X-Api-Key', value: 'k' }],
  ],
  [
    'Windows',
    `curl.exe ^\r\n "${url}" ^\r\n -u ada:pa:ss`,
    [{ kind: 'basic', username: 'ada', password: 'pa:ss' }],
  ],
  [
    'basic in a header',
    `curl -H 'Authorization: Basic YWRhOnBhc3M=' ${url}`,
    [{ kind: 'basic', username: 'ada', password: 'pass' }],
  ],
  [
    'another scheme',
    `curl -H 'Authorization: Custom x y' ${url}`,
    [{ kind: 'header', name: 'Authorization', value: 'Custom x y' }],
  ],
  [
    'a variable',
    `curl -H "Authorization: Bearer $TOKEN" -H "X-Key: \${KEY}" ${url}`,
    [
      { kind: 'bearer', token: `\${env:TOKEN}` },
      { kind: 'header', name: 'X-Key', value: `\${env:KEY}` },
    ],
  ],
  [
    'a cookie and bearer of its own',
    `curl -b 'sid=1' --oauth2-bearer t0ken ${url}`,
    [{ kind: 'header', name: 'Cookie', value: 'sid=1' }, bearer],
  ],
  [
    'headers that are no credentials',
    `curl -H 'Content-Type: application/json' -H "A2A-Version: 1.0" ${url}`,
    [],
  ],
  [
    'as a browser copies it',
    `curl '${url}' -H $'X-It: it\\'s' --compressed`,
    [{ kind: 'header', name: 'X-It', value: "it's" }],
  ],
])('%s', (_name, text, credentials) => {
  expect(readCurlLine(text)).toEqual({ url, credentials })
})

test('a command without an address has none, and an address is no command', () => {
  expect(readCurlLine('curl -s')).toEqual({ url: undefined, credentials: [] })
  expect(readCurlLine('https://curl.example')).toBeUndefined()
  expect(readCurlLine('')).toBeUndefined()
})
