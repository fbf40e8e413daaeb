import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openServeFront, type ServeFront } from './server.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

let front: ServeFront
let attached: number
let nextAddresses: string[]

beforeEach(async () => {
  attached = 0
  nextAddresses = []
  front = await openServeFront({
    port: 0,
    host: '127.0.0.1',
    files: new Map([
      [
        '/index.html',
        { bytes: Buffer.from('<!doctype html>the window'), type: 'text/html', immutable: false },
      ],
    ]),
    rpc: { attachPort: () => undefined, attachSocket: () => attached++ },
    onTraded: (address) => nextAddresses.push(address),
  })
})
afterEach(() => front.close())

test('the token is traded once for a cookie that scripts and other sites do not get', async () => {
  const address = front.address()
  const traded = await get(address)
  expect([traded.status, traded.headers['location'], traded.headers['set-cookie']]).toEqual([
    303,
    '/',
    [
      expect.stringMatching(
        new RegExp(`^parley-${front.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
      ),
    ],
  ])
  expect((await get(address)).status).toBe(401)
  expect(nextAddresses).toEqual([front.address()])
  expect(front.address()).not.toBe(address)
})

test('with the cookie the window is served, under a policy that lets in nothing from elsewhere', async () => {
  const cookie = await session()
  const page = await get('/', { Cookie: cookie })
  expect([page.status, page.body]).toEqual([200, '<!doctype html>the window'])
  expect(page.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self';"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(page.headers).not.toHaveProperty('access-control-allow-origin')
  // The same browser following the printed link again is let in, the token of the next browser unspent.
  const again = await get('/?token=stale', { Cookie: cookie })
  expect([again.status, nextAddresses.length]).toEqual([303, 1])
})

test.each([
  ['no token', '/', {}, 401],
  ['a wrong token', '/?token=AAAA', {}, 401],
  ['a wrong cookie', '/', { Cookie: 'parley=AAAA' }, 401],
  ['a foreign Host', '/', { Host: 'parley.example' }, 403],
  ['a foreign Host that only begins like ours', '/', { Host: '127.0.0.1.example' }, 403],
  ['our host on another port', '/', { Host: '127.0.0.1:1' }, 403],
  ['a foreign Origin', '/', { Origin: 'https://parley.example' }, 403],
  ['the Origin of a sandboxed page', '/', { Origin: 'null' }, 403],
])('%s is refused', async (_name, path, headers, status) => {
  expect((await get(path, headers)).status).toBe(status)
})

test('the token does not open the door to a foreign Host or Origin, and is not spent by the try', async () => {
  const address = front.address()
  expect((await get(address, { Host: 'parley.example' })).status).toBe(403)
  expect((await get(address, { Origin: 'https://parley.example' })).status).toBe(403)
  expect((await get(address)).status).toBe(303)
})

test.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '//etc/passwd',
  '/assets/../../package.json',
  '/index.html%00.js',
])('the path %s reaches no file', async (path) => {
  expect((await rawGet(path, await session())).status).toBe(404)
})

test('other verbs are refused', async () => {
  const cookie = await session()
  const statuses = await Promise.all(
    ['POST', 'PUT', 'DELETE', 'OPTIONS'].map(
      async (method) => (await get('/', { Cookie: cookie }, method)).status,
    ),
  )
  expect(statuses).toEqual([405, 405, 405, 405])
})

test('a socket opens with the cookie and our own Origin only', async () => {
  const cookie = await session()
  const origin = `http://127.0.0.1:${front.port}`
  expect([
    await upgrade('/rpc', { Cookie: cookie, Origin: origin }),
    await upgrade('/rpc', { Origin: origin }),
    await upgrade('/rpc', { Cookie: cookie }),
    await upgrade('/rpc', { Cookie: cookie, Origin: 'https://parley.example' }),
    await upgrade('/rpc', { Cookie: cookie, Origin: origin, Host: 'parley.example' }),
    await upgrade('/elsewhere', { Cookie: cookie, Origin: origin }),
  ]).toEqual(['open', 403, 403, 403, 403, 404])
  expect(attached).toBe(1)
})

async function session(): Promise<string> {
  const { headers } = await get(front.address())
  const [cookie = ''] = headers['set-cookie'] ?? []
  return cookie.split(';')[0] ?? ''
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const target = new URL(path, `http://127.0.0.1:${front.port}`)
  return new Promise((resolve, reject) => {
    const call = request(target, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

/** As an attacker writes it: no client tidies the path on its way. */
function rawGet(path: string, cookie: string): Promise<{ readonly status: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect(front.port, '127.0.0.1', () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${front.port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
      )
    })
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => resolve({ status: Number(Buffer.concat(chunks).toString().split(' ')[1]) }))
    socket.on('error', reject)
  })
}

function upgrade(path: string, headers: Record<string, string>): Promise<'open' | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${front.port}${path}`, { headers })
    socket.on('open', () => {
      resolve('open')
      socket.close()
    })
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => undefined)
  })
}
