// Forwards HTTP/2 streams to an agent's gRPC port and records the requests. It parses HTTP/2 with Node, since header
// compression depends on earlier requests of the connection.

import { once } from 'node:events'
import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { SentRequest } from './requests-in.ts'

export interface GrpcRecorder {
  readonly port: number
  /** Requests since the last call, in order of arrival. */
  take(): readonly SentRequest[]
  close(): void
}

interface Kept {
  readonly head: readonly string[]
  readonly parts: Buffer[]
}

export async function openGrpcRecorder(agentPort: number): Promise<GrpcRecorder> {
  const open = new Set<{ destroy(): void }>()
  let stored: Kept[] = []
  const server = createServer()
  const agents = new WeakMap<object, ClientHttp2Session>()
  server.on('session', (session) => {
    const agent = connect(`http://127.0.0.1:${agentPort}`)
    agents.set(session, agent)
    for (const [one, other] of [
      [session, agent],
      [agent, session],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.on('stream', (stream, _headers, flags, raw) => {
    const agent = stream.session && agents.get(stream.session)
    if (!agent) return stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    const call: Kept = { head: headOf(raw), parts: [] }
    stored.push(call)
    stream.on('data', (bytes: Buffer) => call.parts.push(bytes))
    return pass(stream, agent, raw, isLast(flags))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    take() {
      const taken = stored
      stored = []
      return taken.map(({ head, parts }) => ({ head, body: Buffer.concat(parts).toString('latin1') }))
    },
    close() {
      server.close()
      for (const session of open) session.destroy()
    },
  }
}

function pass(
  stream: ServerHttp2Stream,
  agent: ClientHttp2Session,
  raw: readonly string[],
  isWhole: boolean,
): void {
  const call = agent.request([...raw], { endStream: isWhole })
  let trailers: IncomingHttpHeaders = {}
  for (const [one, other] of [
    [stream, call],
    [call, stream],
  ] as const) {
    one.on('error', () => undefined)
    one.on('close', () => {
      if (one.rstCode) other.close(one.rstCode)
    })
  }
  if (!isWhole) stream.pipe(call)
  call.on('trailers', (given) => {
    trailers = given
  })
  call.on('response', (_head, flags, given) => {
    stream.respond([...given], { endStream: isLast(flags), waitForTrailers: !isLast(flags) })
    if (!isLast(flags)) call.pipe(stream)
  })
  stream.on('wantTrailers', () => stream.sendTrailers(trailers))
}

function isLast(flags: number): boolean {
  return (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
}

/** Without the host, and without the remaining time, which always differs. */
function headOf(raw: readonly string[]): readonly string[] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[index * 2] ?? '',
    raw[index * 2 + 1] ?? '',
  ])
    .filter(([name]) => name !== ':authority')
    .map(([name, value]) => `${name}: ${name === 'grpc-timeout' ? 'SOME' : value}`)
}
