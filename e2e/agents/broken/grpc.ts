// gRPC agents that are wrong below their messages: frames, encodings, statuses and trailers that grpc's own servers never send.

import { constants, createServer, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { BrokenAgent } from './raw-server.ts'

interface Answer {
  readonly headers?: OutgoingHttpHeaders
  /** The body; empty for a response of trailers only. */
  readonly frames?: readonly Buffer[]
  /** `undefined` ends the stream without trailers. */
  readonly trailers?: OutgoingHttpHeaders | undefined
}

const ok = { 'grpc-status': '0' }
/** `Task { id: "t1" }`, as bytes. */
const task = Buffer.from([0x0a, 0x02, 0x74, 0x31])

/** The five bytes before each message: whether it is compressed, and its length. */
function frame(bytes: Buffer, flag = 0, length = bytes.byteLength): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flag, 0)
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, bytes])
}

const sound = [frame(task)]

const brokenGrpc = {
  'compressed-unannounced': () => answering({ frames: [frame(gzipSync(task), 1)], trailers: ok }),
  'compressed-as-identity': () =>
    answering({ headers: { 'grpc-encoding': 'identity' }, frames: [frame(task, 1)], trailers: ok }),
  zstd: () =>
    answering({
      headers: { 'grpc-encoding': 'zstd' },
      frames: [frame(zstdCompressSync(task), 1)],
      trailers: ok,
    }),
  'unknown-encoding': () =>
    answering({ headers: { 'grpc-encoding': 'x-nobody' }, frames: [frame(task, 1)], trailers: ok }),
  'not-gzip': () =>
    answering({
      headers: { 'grpc-encoding': 'gzip' },
      frames: [frame(Buffer.from('not gzip'), 1)],
      trailers: ok,
    }),
  'gzip-bomb': () =>
    answering({
      headers: { 'grpc-encoding': 'gzip' },
      frames: [frame(gzipSync(Buffer.alloc(8 * 1024 * 1024)), 1)],
      trailers: ok,
    }),
  'second-message-compressed': () =>
    answering({ frames: [frame(task), frame(task, 1), frame(task)], trailers: ok }),
  'unknown-flag': () => answering({ frames: [frame(task, 7)], trailers: ok }),
  'length-too-long': () => answering({ frames: [frame(task, 0, 4_000)], trailers: ok }),
  'length-of-4-gigabytes': () => answering({ frames: [frame(task, 0, 0xffffffff)], trailers: ok }),
  'no-status': () => answering({ frames: sound, trailers: {} }),
  'no-trailers': () => answering({ frames: sound }),
  'status-not-a-number': () => answering({ frames: sound, trailers: { 'grpc-status': 'fine' } }),
  'status-out-of-range': () => answering({ frames: sound, trailers: { 'grpc-status': '4711' } }),
  'status-negative': () => answering({ frames: sound, trailers: { 'grpc-status': '-1' } }),
  'message-not-percent-encoded': () =>
    answering({ trailers: { 'grpc-status': '13', 'grpc-message': '%E0%A4%A' } }),
  'details-not-protobuf': () =>
    answering({ trailers: { 'grpc-status': '13', 'grpc-status-details-bin': '////' } }),
  'binary-metadata-not-base64': () =>
    answering({ headers: { 'x-trace-bin': '***' }, frames: sound, trailers: ok }),
  'http-500': () => answering({ headers: { ':status': 500, 'content-type': 'text/html' }, frames: [] }),
  'http-204': () => answering({ headers: { ':status': 204 } }),
  'plain-body': () =>
    answering({ headers: { 'content-type': 'text/plain' }, frames: [Buffer.from('hello')], trailers: {} }),
  'reset-before-head': () => serving((stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)),
  'reset-after-message': () =>
    serving((stream) => {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' })
      stream.write(frame(task), () => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM))
    }),
  'goes-away': () => serving((stream) => stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM)),
  'hangs-up': () => serving((stream) => stream.session?.destroy()),
} as const satisfies Record<string, () => Promise<BrokenAgent>>

export type BrokenGrpcName = keyof typeof brokenGrpc

export const brokenGrpcNames = Object.keys(brokenGrpc) as readonly BrokenGrpcName[]

/** Every method answers in the same wrong way. Its `url` is `host:port`. */
export function brokenGrpcAgent(name: BrokenGrpcName): Promise<BrokenAgent> {
  return brokenGrpc[name]()
}

function answering({ headers, frames, trailers }: Answer): Promise<BrokenAgent> {
  return serving((stream) => {
    const head = { ':status': 200, 'content-type': 'application/grpc', ...headers }
    if (frames === undefined) return stream.respond({ ...head, ...trailers }, { endStream: true })
    stream.respond(head, { waitForTrailers: trailers !== undefined })
    stream.on('wantTrailers', () => stream.sendTrailers(trailers ?? {}))
    for (const each of frames) stream.write(each)
    stream.end()
  })
}

function serving(answer: (stream: ServerHttp2Stream) => void): Promise<BrokenAgent> {
  const server = createServer()
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => undefined)
    session.once('close', () => sessions.delete(session))
  })
  server.on('stream', (stream) => {
    stream.on('error', () => undefined)
    answer(stream)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({
        url: `127.0.0.1:${port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            for (const session of sessions) session.destroy()
          }),
      })
    })
  })
}
