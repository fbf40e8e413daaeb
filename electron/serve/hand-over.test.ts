import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Opening } from '#shared/contract/opening.ts'
import { createHandOver, type HandOver, handOver } from './hand-over.ts'

const opening: Opening = { kind: 'agent', address: 'http://127.0.0.1:1', by: 'user' }

let dataDir: string
let handOvers: HandOver
let requests: Opening[]
let forgotten: number
let authority: string
let servers: Server[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-hand-over-'))
  requests = []
  forgotten = 0
  servers = []
  handOvers = createHandOver({
    dataDir,
    isOpen: () => requests.length > 0,
    take(request) {
      if (request.opening) requests.push(request.opening)
      if (request.forgetBrowsers) forgotten++
    },
  })
  authority = await listening((request, response) =>
    handOvers.receive(request, response, () => 'http://first/?token=1'),
  )
})
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(dataDir, { recursive: true, force: true })
})

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('what a second start was asked to open reaches the first, and an address comes back', async () => {
  await handOvers.announce(authority)
  expect(await handOver(dataDir, { opening })).toEqual({ address: 'http://first/?token=1', isOpen: false })
  expect(requests).toEqual([opening])
  expect(await handOver(dataDir, { forgetBrowsers: true })).toMatchObject({ isOpen: true })
  expect([requests, forgotten]).toEqual([[opening], 1])
})

test('only this user can read how the two meet', async () => {
  await handOvers.announce(authority)
  const { mode } = statSync(join(dataDir, 'running.json'))
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'))).toEqual({
    authority,
    secret: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('where nobody runs, nothing is handed over', async () => {
  expect(await handOver(dataDir, { opening })).toBeUndefined()
  await handOvers.announce(authority)
  handOvers.withdraw()
  expect(await handOver(dataDir, { opening })).toBeUndefined()
  await handOvers.announce('127.0.0.1:1')
  expect(await handOver(dataDir, { opening })).toBeUndefined()
  writeFileSync(join(dataDir, 'running.json'), '{"authority":')
  expect(await handOver(dataDir, { opening })).toBeUndefined()
  expect(requests).toEqual([])
})

const lie = JSON.stringify({ address: 'http://evil.example/', isOpen: false })

test.each<[string, (nonce: string, received: string) => string]>([
  ['answers as the first did before it was challenged', () => lie],
  ['makes its seal up', () => JSON.stringify({ challenge: 'x'.repeat(43), seal: 'x'.repeat(43) })],
  ['sends back what it got', (nonce) => JSON.stringify({ challenge: nonce, seal: nonce })],
  ['answers without end', () => 'x'.repeat(1_000_000)],
  ['answers nothing', () => ''],
])('a stranger at the port learns nothing and is not believed: it %s', async (_what, answer) => {
  const received: string[] = []
  const stranger = await listening(async (request, response) => {
    let body = JSON.stringify(request.headers)
    for await (const chunk of request) body += chunk
    received.push(body)
    response.end(answer(/"nonce":"([\w-]+)"/.exec(body)?.[1] ?? '', body))
  })
  await handOvers.announce(stranger)
  expect(await handOver(dataDir, { opening })).toBeUndefined()
  const { secret } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'))
  expect(received).toHaveLength(1)
  expect(received.join()).not.toContain(secret)
  expect(received.join()).not.toContain(opening.address)
})

test('a stranger in between who passes all on can change nothing of it', async () => {
  for (const [isChanged, from, to] of [
    [false, 'no such text', ''],
    [true, 'http://first/', 'http://evil/'],
    [true, opening.address, 'http://evil/'],
  ] as const) {
    const between = await listening(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const answer = await fetch(`http://${authority}/`, { method: 'POST', body: body.replace(from, to) })
      response.end((await answer.text()).replace(from, to))
    })
    await handOvers.announce(between)
    expect((await handOver(dataDir, { opening })) === undefined).toBe(isChanged)
  }
  expect(requests.every(({ kind }) => kind === 'agent')).toBe(true)
  expect(requests.filter((each) => each.kind === 'agent' && each.address.includes('evil'))).toEqual([])
})

test('what was handed over once is not taken a second time', async () => {
  const sent: string[] = []
  const between = await listening(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    sent.push(body)
    response.end(await (await fetch(`http://${authority}/`, { method: 'POST', body })).text())
  })
  await handOvers.announce(between)
  expect(await handOver(dataDir, { opening })).toBeDefined()
  const again = await fetch(`http://${authority}/`, { method: 'POST', body: sent[1] ?? '' })
  expect([sent.length, again.status, await again.text(), requests.length]).toEqual([2, 401, '', 1])
})

test.each([
  ['no proof', { opening }, 400],
  ['a seal that is none', { challenge: 'a.b.c', json: JSON.stringify({ opening }), seal: 'x' }, 401],
  ['more than anyone has to say', { nonce: 'x'.repeat(43), more: 'x'.repeat(100_000) }, 400],
])('%s is refused and nothing is opened', async (_name, body, status) => {
  const response = await fetch(`http://${authority}/`, { method: 'POST', body: JSON.stringify(body) })
  expect([response.status, await response.text(), requests]).toEqual([status, '', []])
})
