// `parley mcp --attach` as a process: it admits only processes of this user, and only while a window is open.

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startCommand } from '#testing/cli/run-command.ts'
import { openCodingAgent, root } from '../../../e2e/fixtures/coding-agent.ts'
import { openServed } from '../../../e2e/fixtures/serve-front.ts'
import { ensureBuilt } from '../../built.ts'
import { tools } from './server.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string
const closing: (() => unknown)[] = []
const file = () => join(folder, 'attach.json')
const attach = () => ['--attach', '--data-dir', folder]

beforeAll(() => ensureBuilt(root, () => undefined), 180_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-attach-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function served() {
  const parley = await openServed(folder)
  closing.push(parley.close)
  const { authority, secret } = JSON.parse(readFileSync(file(), 'utf8'))
  return { close: parley.close, authority: String(authority), secret: String(secret) }
}

async function attached() {
  const codingAgent = await openCodingAgent(folder, attach())
  closing.push(codingAgent.close)
  return codingAgent
}

/** How a connection to the socket ends: refused with a status, or closed. */
function connectionEnd(authority: string, options: { headers?: Record<string, string>; message?: string }) {
  const socket = new WebSocket(`ws://${authority}/mcp`, { headers: options.headers ?? {} })
  const { promise, resolve } = Promise.withResolvers<string>()
  const received: string[] = []
  socket.on('error', (error) => resolve(error.message))
  socket.on('open', () => socket.send(options.message ?? JSON.stringify({ nonce: 'n'.repeat(20) })))
  socket.on('message', (message) => {
    received.push(String(message))
    socket.send(JSON.stringify({ seal: 'a guess' }))
  })
  socket.on('close', () => resolve(`closed after ${received.length}: ${received.join()}`))
  return promise
}

test('every tool is there, and a window that closes ends the attachment', async () => {
  const window = await served()
  expect(statSync(file()).mode & 0o077).toBe(0)
  const { client, call, stderr } = await attached()
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  expect((await call('list_exchanges')).text).toContain('0 exchanges')
  const second = await attached()
  expect((await second.call('list_exchanges')).isError).toBe(false)
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve
  })
  await window.close()
  await closed
  expect(stderr()).toContain('The window of Parley was closed.')
})

test('without a window it says so', async () => {
  const { code, stderr } = await startCommand(['mcp', ...attach()], folder).done
  expect(code).toBe(1)
  expect(stderr).toContain(`No window of Parley is open on ${folder}`)
})

test('a page, another host and whoever knows no secret stay outside', async () => {
  const { authority, secret } = await served()
  expect(await connectionEnd(authority, { headers: { Origin: `http://${authority}` } })).toContain('403')
  expect(await connectionEnd(authority, { headers: { Origin: 'https://evil.test' } })).toContain('403')
  expect(await connectionEnd(authority, { headers: { Host: 'evil.test' } })).toContain('403')
  expect(await connectionEnd(authority, { message: 'no JSON' })).toBe('closed after 0: ')
  const guessed = await connectionEnd(authority, {})
  expect(guessed).toContain('closed after 1')
  expect(guessed).not.toContain(secret)
})

test('a stranger at the port that was Parley’s learns no secret and gets no MCP', async () => {
  const stranger = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  closing.push(() => stranger.close())
  const received: string[] = []
  stranger.on('connection', (socket) =>
    socket.on('message', (message) => {
      received.push(String(message))
      socket.send(JSON.stringify({ challenge: 'c', seal: 's', attached: true }))
    }),
  )
  await once(stranger, 'listening')
  const { port } = stranger.address() as { readonly port: number }
  const secret = 'a secret of a run that has ended'
  writeFileSync(file(), JSON.stringify({ authority: `127.0.0.1:${port}`, secret }))
  const { code } = await startCommand(['mcp', ...attach()], folder).done
  expect(code).toBe(1)
  expect(received).toHaveLength(1)
  expect(received.join()).not.toContain(secret)
})
