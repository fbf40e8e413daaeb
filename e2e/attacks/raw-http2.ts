// HTTP/2 frames that no client sends: too many, too large, out of order, about missing streams (RFC 9113 §4, §6).

import { connect } from 'node:net'

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

type Kind = 'data' | 'headers' | 'rst' | 'settings' | 'push' | 'ping' | 'goaway' | 'window' | 'continuation'
const kinds: Readonly<Record<Kind, number>> = {
  ...{ data: 0, headers: 1, rst: 3, settings: 4, push: 5 },
  ...{ ping: 6, goaway: 7, window: 8, continuation: 9 },
}

function frame(kind: Kind, stream: number, payload: Buffer = Buffer.alloc(0), flags = 0): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.byteLength, 0, 3)
  head.writeUInt8(kinds[kind], 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

function http2Begun(...frames: readonly Buffer[]): Buffer {
  return Buffer.concat([preface, frame('settings', 0), ...frames])
}

const literal = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
/** `POST /` over gRPC, by the static table (RFC 7541, appendix A). */
const head = Buffer.concat([
  Buffer.from([0x83, 0x86, 0x84, 0x01]),
  literal('127.0.0.1'),
  Buffer.from([0x0f, 0x10]),
  literal('application/grpc'),
])
const endHeaders = 4
const endStream = 1
const code = (value: number) => Buffer.from([0, 0, 0, value])
const many = (count: number, each: (index: number) => Buffer) =>
  Array.from({ length: count }, (_, at) => each(at))
/** A literal field with a new name. */
const field = (name: string, value: string) =>
  Buffer.concat([Buffer.from([0]), literal(name), literal(value)])

export const hostileHttp2: Readonly<Record<string, Buffer>> = {
  'nothing but a preface': preface,
  'a preface that breaks off': preface.subarray(0, 10),
  garbage: Buffer.concat([preface, Buffer.alloc(500, 0xff)]),
  'a frame of 16 MB': Buffer.concat([http2Begun(), Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1])]),
  'pings without end': http2Begun(...many(20_000, () => frame('ping', 0, Buffer.alloc(8)))),
  'settings without end': http2Begun(...many(20_000, () => frame('settings', 0))),
  'continuations without end': http2Begun(
    frame('headers', 1, head),
    ...many(2_000, () => frame('continuation', 1, field('x', 'y'))),
  ),
  'more fields than any head has': http2Begun(
    frame('headers', 1, Buffer.concat([head, ...many(1_500, () => field('x', 'y'))]), endHeaders),
  ),
  'a field of 60 kB in pieces': http2Begun(
    frame('headers', 1, Buffer.concat([head, ...many(120, () => field('x', 'y'.repeat(120)))]), endHeaders),
  ),
  'a head that is no HPACK': http2Begun(frame('headers', 1, Buffer.alloc(50, 0xff), endHeaders)),
  'data of no stream': http2Begun(frame('data', 7, Buffer.from('x'))),
  'a stream of the server’s own': http2Begun(frame('headers', 2, head, endHeaders)),
  'streams going backwards': http2Begun(
    frame('headers', 9, head, endHeaders | endStream),
    frame('headers', 1, head, endHeaders | endStream),
  ),
  'a push': http2Begun(frame('push', 1, Buffer.from([0, 0, 0, 2]), endHeaders)),
  'a window that overflows': http2Begun(
    ...many(4, () => frame('window', 0, Buffer.from([0x7f, 255, 255, 255]))),
  ),
  'a goodbye at once': http2Begun(frame('goaway', 0, Buffer.concat([code(0), code(11)]))),
  'more streams than it may have': http2Begun(
    ...many(2_000, (each) => frame('headers', 2 * each + 1, head, endHeaders)),
  ),
  'empty data without end': http2Begun(
    frame('headers', 1, head, endHeaders),
    ...many(20_000, () => frame('data', 1)),
  ),
  'a message of 4 GB that never comes': http2Begun(
    frame('headers', 1, head, endHeaders),
    frame('data', 1, Buffer.from([0, 255, 255, 255, 255, 1, 2, 3])),
  ),
}

/** Calls that are opened and reset at once (CVE-2023-44487). */
export const rapidResets = http2Begun(
  ...many(20_000, (each) =>
    Buffer.concat([frame('headers', 2 * each + 1, head, endHeaders), frame('rst', 2 * each + 1, code(8))]),
  ),
)

/** Sends the bytes; resolves with the error code of the GOAWAY. */
export function goawayOf(port: number, bytes: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => parts.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(goawayIn(Buffer.concat(parts))))
  })
}

function goawayIn(bytes: Buffer): number | undefined {
  for (let at = 0; at + 9 <= bytes.byteLength; at += 9 + bytes.readUIntBE(at, 3))
    if (bytes.readUInt8(at + 3) === kinds.goaway && at + 17 <= bytes.byteLength)
      return bytes.readUInt32BE(at + 13)
  return undefined
}
