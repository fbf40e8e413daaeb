// A recorded agent on a loopback port. It answers what it was asked in its session and says clearly what it was not; it does
// nothing else, and nothing outside this machine reaches it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MockPace } from '#shared/contract/mock-agents.ts'
import type { SessionRecord } from '../../session/record.ts'
import type { Masking } from '../file/body-lines.ts'
import { answerAgain } from './answer-again.ts'
import { signatureOf } from './call-signature.ts'
import { mockCard } from './mock-card.ts'
import type { RecordedCalls } from './recorded-calls.ts'

export interface MockServer {
  readonly address: string
  close(): Promise<void>
}

export interface MockServerOptions {
  readonly record: SessionRecord
  readonly sessionId: string
  readonly calls: RecordedCalls
  readonly pace: MockPace
  readonly mask: Masking
}

const maxRequestBytes = 16 * 1024 * 1024
const cardPaths = ['/.well-known/agent-card.json', '/.well-known/agent.json']
const unsupportedOperation = -32004

export async function openMockServer(options: MockServerOptions): Promise<MockServer> {
  const { calls, mask } = options
  let address = ''

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    // A page of somebody's that made its own name point here is not answered.
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(headers.host ?? ''))
      return refuse(response, 421, 'Not here.')
    const body = await readAll(request)
    if (body === undefined) return refuse(response, 413, 'This request is larger than a mock reads.')
    const path = url.split('?', 1)[0] ?? '/'
    const isCard = method === 'GET' && cardPaths.includes(path)
    const asked = { method, path, body }
    const { rpcId, words } = signatureOf(asked)
    const call = calls.next(asked) ?? (isCard ? calls.card : undefined)
    if (call === undefined) return neverRecorded(response, words, rpcId)
    const isTheCard = isCard || call.exchangeId === calls.card.exchangeId
    const change = isTheCard ? { change: (text: string) => mockCard(text, address, calls) } : {}
    await answerAgain({ ...options, call, rpcId, ...change }, response)
  }

  function neverRecorded(response: ServerResponse, words: string, rpcId: string | undefined): void {
    const examples = calls.examples().map(mask.text)
    const others = examples.length === 0 ? '' : ` It has: ${examples.join(', ')}.`
    const message = `This call was not recorded, so this mock cannot answer it: ${words}.${others}`
    if (rpcId === undefined) {
      refuse(response, 404, message)
      return
    }
    const error = JSON.stringify({ code: unsupportedOperation, message })
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(`{"jsonrpc":"2.0","id":${rpcId},"error":${error}}`)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  address = `http://127.0.0.1:${portOf(server)}`
  return {
    address,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ error: { code: status, message } }))
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function readAll(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxRequestBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
