// `parley mcp --http` as a process, called over HTTP by the official client and by callers that it must refuse.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningCommand, startCommand, startProcess } from '#testing/cli/run-command.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { callerOf, fact, quoted, root } from '../../../e2e/fixtures/coding-agent.ts'
import { ensureBuilt } from '../../built.ts'
import { tools } from './server.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string
let running: RunningCommand
let url: URL
let token: string

beforeAll(async () => {
  await ensureBuilt(root, () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-http-'))
  running = startProcess(['mcp', '--http', '--data-dir', join(folder, 'data')], folder)
  const text = await running.line(/Bearer \S+/, 'stderr')
  url = new URL(/http:\S+/.exec(text)?.[0] ?? '')
  token = /Bearer (\S+)/.exec(text)?.[1] ?? ''
}, 180_000)
afterAll(async () => {
  running.stop('SIGTERM')
  expect((await running.done).code).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

async function opened() {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  return client
}

test('the official client lists and calls the tools; what takes longer than one waits goes on', async () => {
  const subject = await agent({ dialect: '1.0' })
  const client = await opened()
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  const call = callerOf(client)
  const agentId = fact((await call('connect', { url: subject.url })).text, 'agentId')
  const long = await call('send_message', { agentId, text: 'rate 15 100', stream: true, waitMs: 500 })
  expect(long.text).toContain('The exchange is still open')
  let reports = 0
  const sent = await call('send_message', { agentId, text: 'rate 20 100', stream: true }, () => {
    reports += 1
  })
  expect(quoted(sent.text)).toContain('chunk19')
  expect(reports).toBeGreaterThan(2)
  const whole = await call('get_exchange', { exchangeId: fact(long.text, 'exchangeId'), view: 'said' })
  expect(quoted(whole.text)).toContain('chunk14')
  expect(whole.text).toContain('(done)')
  await client.close()
  await subject.close()
})

function statusOf(headers: Record<string, string>, path = '/mcp'): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const requested = request(
    { host: url.hostname, port: url.port, path, method: 'POST', headers },
    (response) => {
      response.resume()
      resolve(response.statusCode)
    },
  )
  requested
    .once('error', reject)
    .end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }))
  return promise
}

test('other hosts, other sites and whoever has no token stay outside', async () => {
  const good = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  }
  expect(await statusOf(good)).toBe(200)
  expect(await statusOf({ ...good, Origin: url.origin })).toBe(200)
  // DNS rebinding: a name that resolves to this machine.
  expect(await statusOf({ ...good, Host: `evil.test:${url.port}` })).toBe(403)
  expect(await statusOf({ ...good, Origin: 'https://evil.test' })).toBe(403)
  expect(await statusOf({ ...good, Origin: 'null' })).toBe(403)
  expect(await statusOf({ ...good, Authorization: '' })).toBe(401)
  expect(await statusOf({ ...good, Authorization: 'Bearer guess' })).toBe(401)
  expect(await statusOf({ ...good }, '/other')).toBe(404)
})

test('the token is in no file', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const files = names.filter((path) => statSync(path).isFile())
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) expect(readFileSync(file).includes(token), file).toBe(false)
})

test('what does not go together, and a taken port, is said', async () => {
  const both = await startCommand(['mcp', '--http', '--attach'], folder).done
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('Choose one of --attach and --http.')])
  const alone = await startCommand(['mcp', '--port', '1'], folder).done
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--port goes with --http.')])
  const args = ['mcp', '--http', '--port', url.port, '--data-dir', join(folder, 'second')]
  const taken = await startCommand(args, folder).done
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining(`can’t listen on port ${url.port}`)])
})
