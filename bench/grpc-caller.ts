// A caller over gRPC in a separate process: receives an address, and reports the time of the stream and its bytes.

import { type ClientHttp2Session, connect } from 'node:http2'
import { encode } from '../e2e/agents/protobuf/codec.ts'
import { lfA2aV1 } from '../e2e/agents/protobuf/lf-a2a-v1.ts'

export interface Streamed {
  readonly tookMs: number
  readonly receivedBytes: number
}

const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'go' }] }
const request = encode(lfA2aV1, 'SendMessageRequest', { message })
const head = Buffer.alloc(5)
head.writeUInt32BE(request.byteLength, 1)
const body = Buffer.concat([head, request])
const sessions = new Map<string, ClientHttp2Session>()

process.on('message', async (authority: string) => process.send?.(await call(authority)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

function call(authority: string): Promise<Streamed> {
  const session = sessions.get(authority) ?? connect(`http://${authority}`)
  sessions.set(authority, session)
  const started = performance.now()
  let receivedBytes = 0
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ...{ ':method': 'POST', ':path': '/lf.a2a.v1.A2AService/SendStreamingMessage' },
      ...{ 'content-type': 'application/grpc', te: 'trailers' },
    })
    stream.on('data', (bytes: Buffer) => {
      receivedBytes += bytes.byteLength
    })
    stream.on('end', () => resolve({ tookMs: performance.now() - started, receivedBytes }))
    stream.on('error', reject)
    stream.end(body)
  })
}
