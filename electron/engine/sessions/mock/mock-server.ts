// A recorded agent on a loopback port, and on another one where it spoke gRPC. It answers what it was asked in its session,
// says clearly what it was not, and sends its webhook calls to whoever registers for them; nothing outside this machine
// reaches it.

import { createAnswering } from './answering.ts'
import { openGrpcSide } from './grpc-side.ts'
import { openHttpSide } from './http-side.ts'
import type { MockPlace } from './mock-card.ts'
import type { MockOptions } from './mock-options.ts'

export interface MockServer {
  readonly address: string
  close(): Promise<void>
}

export async function openMockServer(options: MockOptions): Promise<MockServer> {
  const closing = new AbortController()
  const answering = createAnswering(options, closing.signal)
  const speaksGrpc = options.calls.spoken.some(({ binding }) => binding === 'GRPC')
  const place = (): MockPlace => ({ address: http.address, authority: grpc?.authority })
  const http = await openHttpSide((visit) => answering.overHttp(visit, place()))
  const grpc = speaksGrpc ? await openGrpcSide((visit) => answering.overGrpc(visit, place())) : undefined
  return {
    address: http.address,
    async close() {
      closing.abort()
      grpc?.close()
      await http.close()
    },
  }
}
