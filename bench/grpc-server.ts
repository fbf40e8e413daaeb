// An agent that responds to every call over gRPC with the same long stream of small messages, in a separate process so
// that its work is not measured. Usage: grpc-server.ts MESSAGES; prints the port of its card.

import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { encode } from '../e2e/agents/protobuf/codec.ts'
import { lfA2aV1 } from '../e2e/agents/protobuf/lf-a2a-v1.ts'

const messages = Number(process.argv[2] ?? 100_000)
const perChunk = 200

function message(index: number): Buffer {
  const artifact = { artifactId: 'answer', parts: [{ text: `token number ${index} ` }] }
  const update = { taskId: 'task-000001', contextId: 'context-1', artifact, append: true }
  const bytes = encode(lfA2aV1, 'StreamResponse', { artifactUpdate: update })
  const head = Buffer.alloc(5)
  head.writeUInt32BE(bytes.byteLength, 1)
  return Buffer.concat([head, bytes])
}

/** Created once, so that the server only sends while it is measured. */
const chunks = Array.from({ length: Math.ceil(messages / perChunk) }, (_, chunk) =>
  Buffer.concat(Array.from({ length: perChunk }, (__, index) => message(chunk * perChunk + index))),
)

const grpc = createHttp2Server()
grpc.on('stream', (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.on('error', () => undefined)
  let next = 0
  const send = () => {
    for (let chunk = chunks[next++]; chunk; chunk = chunks[next++])
      if (!stream.write(chunk)) return void stream.once('drain', send)
    return void stream.end()
  }
  stream.resume().on('end', send)
})
grpc.listen(0, '127.0.0.1', () => {
  const url = `127.0.0.1:${(grpc.address() as AddressInfo).port}`
  const card = {
    ...{ name: 'Messages', description: 'Sends messages', version: '1', skills: [] },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
    supportedInterfaces: [{ url, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    grpcAddress: url,
  }
  const cards = createServer((request, response) => {
    if (request.url !== '/.well-known/agent-card.json') return void response.writeHead(404).end()
    return void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(card))
  })
  cards.listen(0, '127.0.0.1', () => process.stdout.write(`${(cards.address() as AddressInfo).port}\n`))
})
