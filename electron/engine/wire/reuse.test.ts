import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSocketServer } from '../../../e2e/agents/broken/raw-server.ts'
import { openRecord } from '../store/record.ts'
import { createWire } from './wire.ts'

/** As servers on ASGI do when their application throws: the answer promises keep-alive, then the connection closes. */
const closesAfterError = () =>
  openSocketServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 500 Internal Server Error\r\nContent-Length: 5\r\n\r\nError')
      setTimeout(() => socket.destroy(), 20)
    })
  })

test('a request right after a server error goes over a new connection', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-reuse-'))
  const record = openRecord({ dataDir })
  const wire = createWire({ record })
  const { sessionId } = record.createSession('reuse')
  const agent = await closesAfterError()
  const outcomes: unknown[] = []
  for (let count = 0; count < 3; count++) {
    const outcome = await wire.request({
      sessionId,
      purpose: 'raw',
      method: 'POST',
      url: agent.url,
      body: '{}',
    }).done
    outcomes.push(outcome.kind === 'body' ? outcome.status : outcome)
  }
  expect(outcomes).toEqual([500, 500, 500])
  wire.close()
  record.close()
  await agent.close()
  rmSync(dataDir, { recursive: true, force: true })
})
