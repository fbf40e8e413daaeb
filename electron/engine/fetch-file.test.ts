// Files that an agent names by URL, fetched on the user's request.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

let window: TestWindow
let server: Server
let origin: string
const observed: string[] = []

beforeEach(async () => {
  window = await openWindow()
  observed.length = 0
  server = createServer((request, response) => {
    observed.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'nobody'}`)
    if (request.url === '/gone') response.writeHead(404).end('no')
    else if (request.url === '/large') response.writeHead(200).end(Buffer.alloc(100_000, 7))
    else response.writeHead(200, { 'Content-Type': 'text/csv' }).end('a,b')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await window.close()
  server.closeAllConnections()
  server.close()
})

test('a small file comes along, a large one is read from the record, and both are recorded', async () => {
  const agentId = await window.idOf('http://agent.example')
  const small = await window.client.files.fetch({ agentId, url: `${origin}/small` })
  expect(small).toMatchObject({
    ended: 'complete',
    credentials: 'none',
    file: { status: 200, mediaType: 'text/csv', base64: 'YSxi', sizeBytes: 3, url: `${origin}/small` },
  })
  const large = await window.client.files.fetch({ agentId, url: `${origin}/large` })
  window.engine.record.flush()
  const hash = large.file?.hash ?? ''
  const { base64, sizeBytes } = await window.client.record.body({ hash, offset: 0, length: 10 })
  expect({ sizeBytes, first: Buffer.from(base64, 'base64')[0], inline: large.file?.base64 }).toEqual({
    sizeBytes: 100_000,
    first: 7,
    inline: undefined,
  })
  const [request] = await window.entries(small.exchangeId)
  expect(request).toMatchObject({ kind: 'request', call: { purpose: 'file' }, url: `${origin}/small` })
  expect(observed).toEqual(['GET /small nobody', 'GET /large nobody'])
})

test('what is not there is said, with what the server answered', async () => {
  const agentId = await window.idOf('http://agent.example')
  const gone = await window.client.files.fetch({ agentId, url: `${origin}/gone` })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  const refused = await window.client.files.fetch({ agentId, url: `${origin}/small` })
  expect([gone.file?.status, refused.ended, refused.file, refused.reason]).toEqual([
    404,
    'failed',
    undefined,
    expect.stringContaining('refused the connection'),
  ])
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'ftp://a/b', 'data:,x', 'nonsense'])(
  '%s is not fetched',
  async (url) => {
    const agentId = await window.idOf('http://agent.example')
    await expect(window.client.files.fetch({ agentId, url })).rejects.toThrow()
  },
)
