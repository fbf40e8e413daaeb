// `parley tap` between a caller and an agent.

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type RunningCommand, startCommand, startProcess } from '#testing/cli/run-command.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { ensureBuilt } from '../../built.ts'

vi.setConfig({ testTimeout: 90_000 })

let folder: string
const running: RunningCommand[] = []

beforeAll(async () => {
  await ensureBuilt(join(import.meta.dirname, '..', '..', '..'), () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-tap-'))
}, 180_000)
afterEach(async () => {
  for (const { stop, done } of running.splice(0)) {
    stop('SIGTERM')
    await done
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(...args: readonly string[]): RunningCommand {
  return runs(startCommand(args, folder))
}

function runs(command: RunningCommand): RunningCommand {
  running.push(command)
  return command
}

async function call(address: string, text: string): Promise<unknown> {
  const message = { messageId: `m-${text.slice(0, 9)}`, role: 'ROLE_USER', parts: [{ text }] }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } })
  const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0', 'User-Agent': 'orchestrator/2' }
  return (await fetch(address, { method: 'POST', headers, body })).json()
}

test('forwards and tells what a caller says, at the port it is given, and sums up when it is stopped', async () => {
  const behind = await agent({ dialect: '1.0' })
  const spare = await agent({ dialect: '1.0' })
  const { port } = new URL(spare.url)
  await spare.close()
  const args = ['tap', behind.url, '--port', port, '--data-dir', 'data', '-o', 'json']
  const { stop, done, line } = runs(startProcess(args, folder))
  const { tap } = JSON.parse(await line(/"tap"/))
  expect(new URL(tap.address).port).toBe(port)
  expect(await call(tap.address, 'direct')).toHaveProperty('result')
  const { exchange } = JSON.parse(await line(/"label":"SendMessage"/))
  expect(exchange).toMatchObject({ operation: 'send', status: 200, state: 'done' })
  stop('SIGTERM')
  const { code, stdout } = await done
  expect(code).toBe(0)
  expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '').done).toMatchObject({ exchanges: 3 })
  await behind.close()
})

test('--fault spoils what callers get', async () => {
  const behind = await agent({ dialect: '1.0' })
  const fault = ['--fault', 'send=status:503', '--data-dir', 'faults', '-o', 'json']
  const { tap } = JSON.parse(await start('tap', behind.url, ...fault).line(/"tap"/))
  await expect(call(tap.address, 'direct')).rejects.toThrow(/injected|JSON/)
  await behind.close()
})

test('--signed-card as-is serves a signed card unchanged, and says what bypasses the tap', async () => {
  const signatures = [{ protected: 'e30', signature: 'AA' }]
  const behind = await agent({ dialect: '1.0', card: (card) => ({ ...card, signatures }) })
  const { line } = start(
    ...['tap', behind.url, '--signed-card', 'as-is', '--data-dir', 'signed', '-o', 'json'],
  )
  const { tap } = JSON.parse(await line(/"tap"/))
  expect(await line(/bypass/, 'stderr')).toContain(`Calls to ${behind.url}/ bypass the tap.`)
  const card = await (await fetch(new URL('/.well-known/agent-card.json', tap.address))).json()
  expect(card).toMatchObject({ signatures, supportedInterfaces: [{ url: `${behind.url}/` }] })
  await behind.close()
})

test('open to others, the card has its addresses where the caller found it', async () => {
  const behind = await agent({ dialect: '1.0' })
  const { line } = start('tap', behind.url, '--host', '0.0.0.0', '--data-dir', 'open', '-o', 'json')
  const { tap } = JSON.parse(await line(/"tap"/))
  const { port } = new URL(tap.address)
  const card = await fetch(`http://localhost:${port}/.well-known/agent-card.json`).then((answer) =>
    answer.json(),
  )
  expect(card.supportedInterfaces[0].url).toBe(`http://localhost:${port}/`)
  await behind.close()
})

test('--out keeps parts of a bounded size, the newest by the name it was given, and forgets the sessions', async () => {
  const behind = await agent({ dialect: '1.0' })
  const stored = ['--out', 'calls.parley', '--part', '1', '--keep', '1', '--data-dir', 'parts']
  const { stop, done, line, text: written } = start('tap', behind.url, ...stored, '-o', 'json')
  const { tap } = JSON.parse(await line(/"tap"/))
  for (let part = 0; part < 3; part++) {
    // Random, as equal texts are stored once.
    const text = Array.from({ length: 40_000 }, () => crypto.randomUUID()).join('')
    await call(tap.address, text)
    await expect.poll(() => written.stdout.split('"file"').length - 1, { timeout: 30_000 }).toBe(part + 1)
  }
  stop('SIGINT')
  expect((await done).code).toBe(0)
  expect(readdirSync(folder).filter((name) => name.startsWith('calls'))).toEqual([
    'calls.1.parley',
    'calls.parley',
  ])
  const { stdout } = await start('sessions', 'show', 'calls.1.parley', '--data-dir', 'read', '-o', 'json')
    .done
  expect(JSON.parse(stdout).exchanges).toMatchObject([{ operation: 'send' }])
  const list = await start('sessions', 'list', '--data-dir', 'parts', '-o', 'json').done
  expect(JSON.parse(list.stdout).sessions).toEqual([])
})

test('--proxy forwards to whom each request names, says how programs get it, and tells calls and tunnels', async () => {
  const behind = await agent({ dialect: '1.0' })
  const { stop, done, line } = start('tap', '--proxy', '--data-dir', 'proxy', '-o', 'json')
  const { tap } = JSON.parse(await line(/"tap"/))
  expect(tap).toMatchObject({ kind: 'proxy', name: 'Forward proxy' })
  expect(await line(/http_proxy=/, 'stderr')).toContain(`HTTP_PROXY=${tap.address} http_proxy=${tap.address}`)
  // Node's own fetch would request a tunnel.
  const client = `
    const params = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'direct' }] } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params })
    const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0', 'Content-Length': body.length }
    const call = require('node:http').request('${behind.url}/', { method: 'POST', headers })
    call.on('response', (answer) => answer.pipe(process.stdout)).end(body)`
  const env = { ...process.env, HTTP_PROXY: tap.address, NODE_USE_ENV_PROXY: '1', NO_PROXY: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', client], { env })
  expect(stdout).toContain('"result"')
  const { exchange } = JSON.parse(await line(/"label":"SendMessage"/))
  expect(exchange).toMatchObject({ operation: 'send', status: 200, state: 'done' })
  stop('SIGTERM')
  expect((await done).code).toBe(0)
  await behind.close()
})

test.each([
  [['--host', 'nowhere'], 2, '--host expects an address'],
  [['--keep', '3'], 2, 'require --out'],
  [['--signed-card', 'maybe'], 2, '--signed-card expects rewritten or as-is'],
  [['--fault', 'stream=burn:3'], 2, '--fault expects ROUTE=KIND:N'],
  [['--out', 'x.parley', '--no-record'], 2, 'Choose one'],
])('%j is refused', async (flags, code, sentence) => {
  const ended = await start('tap', 'http://127.0.0.1:1', ...flags).done
  expect([ended.code, ended.stdout]).toEqual([code, ''])
  expect(ended.stderr).toContain(sentence)
})

test.each([
  [[], 'expects the URL of an agent, or --proxy'],
  [['--proxy', 'http://127.0.0.1:1'], '--proxy takes no URL'],
  [['--proxy', '--bearer', 'x'], '--bearer is about the tap of an agent'],
])('tap %j is refused', async (flags, sentence) => {
  const ended = await start('tap', ...flags).done
  expect([ended.code, ended.stdout]).toEqual([2, ''])
  expect(ended.stderr).toContain(sentence)
})

test('a port that is taken is line', async () => {
  const behind = await agent({ dialect: '1.0' })
  const { port } = new URL(behind.url)
  const ended = await start('tap', behind.url, '--port', port, '--data-dir', 'taken').done
  expect([ended.code, ended.stdout]).toEqual([1, ''])
  expect(ended.stderr).toContain(`Port ${port} is taken`)
  await behind.close()
})
