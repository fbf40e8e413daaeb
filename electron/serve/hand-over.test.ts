import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Opening } from '#shared/contract/opening.ts'
import { createHandOverDesk, type HandOverDesk, handOver } from './hand-over.ts'

const opening: Opening = { kind: 'agent', address: 'http://127.0.0.1:1', by: 'user' }

let dataDir: string
let desk: HandOverDesk
let asked: Opening[]
let server: Server
let authority: string

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-hand-over-'))
  asked = []
  desk = createHandOverDesk({ dataDir, isOpen: () => asked.length > 0, ask: (each) => asked.push(each) })
  server = createServer((request, response) => desk.receive(request, response, () => 'http://first/?token=1'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  authority = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('what a second start was asked to open reaches the first, and an address comes back', async () => {
  desk.announce(authority)
  expect(await handOver(dataDir, opening)).toEqual({ address: 'http://first/?token=1', isOpen: false })
  expect(asked).toEqual([opening])
  expect(await handOver(dataDir)).toEqual({ address: 'http://first/?token=1', isOpen: true })
  expect(asked).toEqual([opening])
})

test('only this user can read how the two meet', () => {
  desk.announce(authority)
  const { mode } = statSync(join(dataDir, 'running.json'))
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'))).toEqual({
    authority,
    secret: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('where nobody runs, a start is a first one', async () => {
  expect(await handOver(dataDir, opening)).toBeUndefined()
  desk.announce(authority)
  desk.withdraw()
  expect(await handOver(dataDir, opening)).toBeUndefined()
  desk.announce('127.0.0.1:1')
  expect(await handOver(dataDir, opening)).toBeUndefined()
  writeFileSync(join(dataDir, 'running.json'), '{"authority":')
  expect(await handOver(dataDir, opening)).toBeUndefined()
  expect(asked).toEqual([])
})

test.each([
  ['no secret', undefined, { opening }, 401],
  ['a wrong secret', 'Bearer x'.padEnd(50, 'x'), { opening }, 401],
  ['a link that is no opening', 'right', { opening: { kind: 'file', path: '/etc/passwd' } }, 400],
  ['more than anyone has to say', 'right', { opening, more: 'x'.repeat(100_000) }, 400],
])('%s is refused and nothing is opened', async (_name, authorization, body, status) => {
  desk.announce(authority)
  const { secret } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'))
  const response = await fetch(`http://${authority}/hand-over`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: authorization
      ? { Authorization: authorization === 'right' ? `Bearer ${secret}` : authorization }
      : {},
  })
  expect([response.status, asked]).toEqual([status, []])
})
