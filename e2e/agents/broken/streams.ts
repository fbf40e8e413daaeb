// Agents whose event stream stops, stalls, floods, or is none.

import { openRawServer, pour, sseHead } from './raw-server.ts'

const event = 'data: {"n":1}\n\n'

export const brokenStreams = {
  'silent-before-first-frame': () => openRawServer(({ socket }) => socket.write(sseHead)),
  'silent-mid-frame': () => openRawServer(({ socket }) => socket.write(`${sseHead}${event}data: {"half":`)),
  'ends-mid-frame': () => openRawServer(({ socket }) => socket.end(`${sseHead}${event}data: {"half":`)),
  'resets-mid-frame': () =>
    openRawServer(({ socket }) => {
      socket.write(`${sseHead}${event}data: {"half":`, () => setTimeout(() => socket.resetAndDestroy(), 50))
    }),
  /** One byte at a time, by default a second apart. */
  'byte-by-byte': (milliseconds = 1_000) =>
    openRawServer(({ socket, every }) => {
      socket.write(sseHead)
      const bytes = Buffer.from(`data: "ä🙂"\n\n: slow\n\ndata: 2\n\n`)
      let at = 0
      every(milliseconds, () => {
        if (at < bytes.length) socket.write(bytes.subarray(at, at + 1))
        else socket.end()
        at += 1
      })
    }),
  'not-utf8': () =>
    openRawServer(({ socket }) => {
      socket.write(`${sseHead}${event}`)
      socket.end(
        Buffer.concat([Buffer.from('data: "'), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('"\n\n')]),
      )
    }),
  'nul-bytes': () => openRawServer(({ socket }) => socket.end(`${sseHead}data: "a\0b"\n\n${event}`)),
  'not-json': () => openRawServer(({ socket }) => socket.end(`${sseHead}data: hello\n\n${event}`)),
  'endless-frame': () =>
    openRawServer(({ socket }) => {
      socket.write(`${sseHead}data: `)
      const piece = Buffer.alloc(64 * 1024, 'x')
      pour(socket, () => piece)
    }),
  /** As many events as the other side reads. */
  flood: () =>
    openRawServer(({ socket }) => {
      socket.write(sseHead)
      const piece = Buffer.from(event.repeat(500))
      pour(socket, () => piece)
    }),
  'untyped-stream': () =>
    openRawServer(({ socket }) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${event}${event}`)),
  ndjson: () =>
    openRawServer(({ socket }) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{"n":1}\n\n{"n":2}')
    }),
}
