// An agent that answers every POST with the same long event stream, in a process of its own so that its work is not
// counted as ours. Usage: event-server.ts EVENTS [PAUSE_MS PER_BURST]; prints its port.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const events = Number(process.argv[2] ?? 200_000)
const pauseMs = Number(process.argv[3] ?? 0)
const perBurst = Number(process.argv[4] ?? 1)

/** Room for the request's id, which clients compare: spaces around a JSON value mean nothing. */
const idRoom = 40
/** Each answer is about a task of its own. */
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
  }
  return `data: {"id":${' '.repeat(idRoom)},"jsonrpc":"2.0","result":${JSON.stringify(result)}}\n\n`
}

const idAt = 'data: {"id":'.length
const perChunk = 200
const chunks: Buffer[] = []
const idPlaces: number[][] = []
for (let from = 0; from < events; from += perChunk) {
  const texts = Array.from({ length: Math.min(perChunk, events - from) }, (_, index) => event(from + index))
  let offset = 0
  idPlaces.push(
    texts.map((text) => {
      const place = offset + idAt
      offset += text.length
      return place
    }),
  )
  chunks.push(Buffer.from(texts.join('')))
}

const taskAt = event(0).indexOf('task-') + 'task-'.length - idAt
let answers = 0

function writeIds(id: unknown): void {
  const text = JSON.stringify(id ?? null).padEnd(idRoom)
  answers += 1
  const task = String(answers).padStart(taskDigits, '0')
  for (const [index, chunk] of chunks.entries()) {
    for (const place of idPlaces[index] ?? []) {
      chunk.write(text, place, 'latin1')
      chunk.write(task, place + taskAt, 'latin1')
    }
  }
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    if (pauseMs === 0) writeIds(body === '' ? null : JSON.parse(body).id)
    answer(response)
  })
})

function answer(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  if (pauseMs > 0) {
    let sent = 0
    const timer = setInterval(() => {
      let text = ''
      for (let count = 0; count < perBurst && sent < events; count += 1) {
        text += event(sent)
        sent += 1
      }
      response.write(text)
      if (sent < events) return
      clearInterval(timer)
      response.end()
    }, pauseMs)
    response.once('close', () => clearInterval(timer))
    return
  }
  let next = 0
  const pour = () => {
    while (next < chunks.length) {
      const chunk = chunks[next]
      next += 1
      if (chunk !== undefined && !response.write(chunk)) return response.once('drain', pour)
    }
    return response.end()
  }
  pour()
}
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
