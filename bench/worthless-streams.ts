// Streams without content, sent as fast as they are read by an agent in another process, to Parley, through a tap and
// to both at once; and how long another call waits meanwhile. Usage: node bench/worthless-streams.ts [SECONDS]

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { waitsOf } from './another-call.ts'

const thisFile = fileURLToPath(import.meta.url)
const badStatus = `{"jsonrpc":"2.0","id":9,"result":{"kind":"status-update","taskId":"","status":{"state":"nope"},"final":"x"}}`
const kinds: Readonly<Record<string, string>> = {
  'ends of lines': '\n'.repeat(1_000),
  comments: ':\n\n'.repeat(500),
  'events without anything': 'data:\n\n'.repeat(200),
  'no JSON': 'data: x\n\n'.repeat(200),
  'empty objects': 'data: {}\n\n'.repeat(200),
  'events with five findings': `data: ${badStatus}\n\n`.repeat(50),
}

const [, , role = '5', what = '', to = '', seconds = ''] = process.argv
if (role === 'agent') answerWith(kinds[what] ?? '')
else if (role === 'caller') await call(what)
else if (role === 'one') await measureOne(what, to, Number(seconds))
else await measure(role)

async function measure(seconds: string): Promise<void> {
  console.log(
    `${seconds} s of | to | another call waits, at most | the engine works at a stretch, at most (processor time)`,
  )
  console.log('--- | --- | --- | ---')
  for (const kind of Object.keys(kinds)) {
    for (const to of ['Parley', 'a tap', 'both'])
      await once(fork(thisFile, ['one', kind, to, seconds]), 'exit')
  }
}

async function measureOne(kind: string, to: string, seconds: number): Promise<void> {
  const agent = fork(thisFile, ['agent', kind])
  const [port] = await once(agent, 'message')
  const window = await openWindow()
  const caller = await begin(window, `http://127.0.0.1:${port}`, to)
  const until = performance.now() + 1_000 * seconds
  const list = () => window.client.sessions.list({ limit: 50 })
  const { wait, work } = await waitsOf(list, () => performance.now() >= until)
  console.log(`${kind} | ${to} | ${wait.toFixed()} ms | ${work.toFixed()} ms`)
  caller?.kill()
  agent.kill()
  // Unrecorded calls are not awaited.
  process.exit()
}

/** Returns the caller through the tap, if there is one. */
async function begin({ client, idOf }: TestWindow, url: string, to: string) {
  const agentId = await idOf(url)
  if (to !== 'a tap') {
    const headers: [string, string][] = [['content-type', 'application/json']]
    const body = { kind: 'text', text: '{}' } as const
    await client.again.send({ agentId, credentials: false, method: 'POST', url, headers, body })
  }
  if (to === 'Parley') return undefined
  return fork(thisFile, ['caller', (await client.taps.start({ agentId })).address])
}

function answerWith(piece: string): void {
  const flood = (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  }
  const server = createServer((request, response) =>
    request.method === 'GET' ? response.writeHead(404).end() : flood(response),
  )
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

async function call(url: string): Promise<void> {
  const { body } = await fetch(url, { method: 'POST', body: '{}' })
  for await (const _ of body ?? []);
}
