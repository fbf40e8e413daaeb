import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPairedBrowsers } from './paired-browsers.ts'
import { openServeFront, type ServeFront } from './server.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

let dataDir: string
let front: ServeFront

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-serve-'))
  front = await openServeFront({
    port: 0,
    host: '127.0.0.1',
    files: new Map([
      [
        '/index.html',
        { bytes: Buffer.from('<!doctype html>the window'), type: 'text/html', immutable: false },
      ],
    ]),
    pairedBrowsers: await openPairedBrowsers(dataDir),
    rpc: { attachPort: () => undefined, attachSocket: () => undefined },
  })
})
afterEach(async () => {
  await front.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each(['GET', 'HEAD'])(
  '%s of the printed address serves the built page and spends no token',
  async (method) => {
    const address = front.address()
    expect((await get(address, {}, method)).status).toBe(200)
    expect(front.address()).toBe(address)
  },
)

test('the window is served under a policy that lets in nothing from elsewhere', async () => {
  const page = await get('/')
  expect([page.status, page.body]).toEqual([200, '<!doctype html>the window'])
  expect(page.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self';"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(page.headers).not.toHaveProperty('access-control-allow-origin')
  expect(page.headers).not.toHaveProperty('set-cookie')
})

test.each([
  ['a foreign Host', '/', { Host: 'parley.example' }],
  ['a foreign Host that only begins like ours', '/', { Host: '127.0.0.1.example' }],
  ['our host on another port', '/', { Host: '127.0.0.1:1' }],
  ['a foreign Origin', '/', { Origin: 'https://parley.example' }],
  ['the Origin of a sandboxed page', '/', { Origin: 'null' }],
])('%s is refused', async (_name, path, headers) => {
  expect((await get(path, headers)).status).toBe(403)
})

test.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '//etc/passwd',
  '/assets/../../package.json',
  '/index.html%00.js',
])('the path %s reaches no file', async (path) => {
  expect((await rawGet(path)).status).toBe(404)
})

test('other verbs are refused', async () => {
  const verbs = ['POST', 'PUT', 'DELETE', 'OPTIONS']
  const statuses = await Promise.all(verbs.map(async (method) => (await get('/', {}, method)).status))
  expect(statuses).toEqual([405, 405, 405, 405])
})

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

/** Raw, as an attacker sends it: no client normalizes the path. */
function rawGet(path: string): Promise<{ readonly status: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect(front.port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${front.port}\r\nConnection: close\r\n\r\n`)
    })
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => resolve({ status: Number(Buffer.concat(chunks).toString().split(' ')[1]) }))
    socket.on('error', reject)
  })
}
