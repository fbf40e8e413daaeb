// An OTLP/HTTP endpoint for traces that stores requests as text.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { fromBinary, toJson } from '@bufbuild/protobuf'
import { fullName, toRegistry } from '#engine/wire/grpc/proto-table.ts'
import { otlpTable } from './otlp-table.ts'

interface Taken {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

export interface Collector {
  readonly endpoint: string
  readonly taken: readonly Taken[]
  /** The names of received spans, in order: methods and tasks. */
  names(): readonly string[]
  /** The response to the next request; 200 by default. */
  answer(answer: Answer): void
  close(): Promise<void>
}

export async function openCollector(port = 0): Promise<Collector> {
  const taken: Taken[] = []
  const answers: Answer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = gunzipSync(Buffer.concat(chunks))
    const isJson = request.headers['content-type'] === 'application/json'
    const text = isJson ? bytes.toString('utf8') : textOf(bytes)
    taken.push({ path: request.url ?? '', headers: request.headers, text })
    const { status, headers = {}, body = {} } = answers.shift() ?? { status: 200 }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    names: () =>
      taken.flatMap(({ text }) =>
        [...text.matchAll(/"name":"([A-Z]\w+|task)"/g)].map(([, name = '']) => name),
      ),
    answer: (answer) => void answers.push(answer),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function textOf(bytes: Buffer): string {
  const message = toRegistry(otlpTable).getMessage(fullName(otlpTable, 'TracesData'))
  if (!message) throw new Error('no message')
  return JSON.stringify(toJson(message, fromBinary(message, bytes)))
}
