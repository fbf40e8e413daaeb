// An agent that responds to every POST with the same long event stream, in a separate process so that its work is not
// measured. A GET of its card returns one, any other its processor time so far in milliseconds. Usage: event-server.ts
// EVENTS [PAUSE_MS PER_BURST] [varied]; prints its port. Varied events differ in more than a text.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const events = Number(process.argv[2] ?? 200_000)
const pauseMs = Number(process.argv[3] ?? 0)
const perBurst = Number(process.argv[4] ?? 1)
const varied = process.argv.includes('varied')

/** Space for the request's id, which clients compare: spaces around a JSON value have no meaning. */
const idRoom = 40
/** Each response is about another task. */
const taskDigits = 6

function event(index: number): string {
  const artifact = { artifactId: 'answer', parts: [{ kind: 'text', text: `token number ${index} ` }] }
  const result = {
    kind: 'artifact-update',
    taskId: `task-${'0'.repeat(taskDigits)}`,
    contextId: 'context-1',
    artifact,
    append: true,
    lastChunk: false,
    ...(varied && { metadata: { step: index } }),
  }
  return `data: {"id":${' '.repeat(idRoom)},"jsonrpc":"2.0","result":${JSON.stringify(result)}}\n\n`
}

const idAt = 'data: {"id":'.length
const taskAt = event(0).indexOf('task-') + 'task-'.length - idAt

interface Chunk {
  readonly bytes: Buffer
  /** The offsets of its events' ids. */
  readonly idPlaces: readonly number[]
}

/** Created once, so that the server only sends while it is measured. */
const perChunk = pauseMs === 0 ? 200 : perBurst
const chunks = Array.from({ length: Math.ceil(events / perChunk) }, (_, chunk): Chunk => {
  const from = chunk * perChunk
  const texts = Array.from({ length: Math.min(perChunk, events - from) }, (__, index) => event(from + index))
  let offset = 0
  const idPlaces = texts.map((text) => {
    const place = offset + idAt
    offset += text.length
    return place
  })
  return { bytes: Buffer.from(texts.join('')), idPlaces }
})

interface Answer {
  readonly id: string
  readonly task: string
}
let answers = 0

function answerTo(body: string): Answer {
  answers += 1
  const id = body === '' ? null : JSON.parse(body).id
  return { id: JSON.stringify(id ?? null).padEnd(idRoom), task: String(answers).padStart(taskDigits, '0') }
}

function addressed({ bytes, idPlaces }: Chunk, { id, task }: Answer): Buffer {
  for (const place of idPlaces) {
    bytes.write(id, place, 'latin1')
    bytes.write(task, place + taskAt, 'latin1')
  }
  return bytes
}

function cardAt(host: string | undefined) {
  return {
    ...{ protocolVersion: '0.3.0', name: 'Events', description: 'Sends events', version: '1', skills: [] },
    ...{ url: `http://${host}/`, preferredTransport: 'JSONRPC', capabilities: { streaming: true } },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
  }
}

const server = createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/.well-known/agent-card.json') {
    response.setHeader('Content-Type', 'application/json')
    return response.end(JSON.stringify(cardAt(request.headers.host)))
  }
  if (request.method === 'GET') {
    const { user, system } = process.cpuUsage()
    return response.end(String((user + system) / 1000))
  }
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    if (pauseMs === 0) pour(response, answerTo(body))
    else drip(response, answerTo(body))
  })
  return undefined
})

/** As fast as it is read, to one caller at a time. */
function pour(response: ServerResponse, to: Answer): void {
  for (const chunk of chunks) addressed(chunk, to)
  let next = 0
  const more = () => {
    while (next < chunks.length) {
      const chunk = chunks[next]
      next += 1
      if (chunk !== undefined && !response.write(chunk.bytes)) return response.once('drain', more)
    }
    return response.end()
  }
  more()
}

/** A burst after each pause, to any number of callers; late bursts are caught up. */
function drip(response: ServerResponse, to: Answer): void {
  const startedMs = performance.now()
  let next = 0
  const timer = setInterval(() => {
    const due = Math.min(chunks.length, Math.floor((performance.now() - startedMs) / pauseMs))
    for (; next < due; next += 1) {
      const chunk = chunks[next]
      if (chunk !== undefined) response.write(Buffer.from(addressed(chunk, to)))
    }
    if (next < chunks.length) return
    clearInterval(timer)
    response.end()
  }, pauseMs)
  response.once('close', () => clearInterval(timer))
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
