// Agents whose body contradicts its head.

import { gzipSync } from 'node:zlib'
import { jsonHead, openRawServer, pour, type Visit } from './raw-server.ts'

const megabyte = Buffer.alloc(1024 * 1024, 'a')

export const brokenBodies = {
  'shorter-than-announced': () =>
    openRawServer(({ socket }) => socket.end(`${jsonHead}Content-Length: 100\r\n\r\n{"half":`)),
  'longer-than-announced': () =>
    openRawServer(({ socket }) => socket.end(`${jsonHead}Content-Length: 2\r\n\r\n{}trailing garbage`)),
  'reset-mid-body': () =>
    openRawServer(({ socket }) => {
      socket.write(`${jsonHead}Content-Length: 100\r\n\r\n{"half":`, () => socket.resetAndDestroy())
    }),
  'reset-in-unbounded-body': () =>
    openRawServer((visit) =>
      afterFlight(visit, `${jsonHead}\r\n{"half":`, () => visit.socket.resetAndDestroy()),
    ),
  'silent-mid-body': () =>
    openRawServer(({ socket }) => socket.write(`${jsonHead}Content-Length: 100\r\n\r\n{"half":`)),
  'chunked-garbage': () =>
    openRawServer(({ socket }) => {
      socket.end(`${jsonHead}Transfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\nnot a size\r\n`)
    }),
  'gzip-bomb': () => {
    // 2 MB that decompress to 2 GB.
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 })
    return openRawServer(({ socket }) => {
      socket.write(`${jsonHead}Content-Encoding: gzip\r\nContent-Length: ${bomb.length * 32}\r\n\r\n`)
      let left = 32
      pour(socket, () => (left-- > 0 ? bomb : undefined))
    })
  },
  'not-gzip': () =>
    openRawServer(({ socket }) => {
      socket.end(`${jsonHead}Content-Encoding: gzip\r\nContent-Length: 14\r\n\r\n{"plain":true}`)
    }),
  'unknown-encoding': () =>
    openRawServer(({ socket }) => {
      socket.end(`${jsonHead}Content-Encoding: rot13\r\nContent-Length: 14\r\n\r\n{"plain":true}`)
    }),
  'hundred-megabytes': () =>
    openRawServer(({ socket }) => {
      socket.write(`${jsonHead}Content-Length: ${megabyte.length * 100}\r\n\r\n`)
      let left = 100
      pour(socket, () => (left-- > 0 ? megabyte : undefined))
    }),
  html: () =>
    openRawServer(({ socket }) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<html></html>')
    }),
}

/** Breaks the connection after the text has arrived. */
function afterFlight({ socket }: Visit, text: string, then: () => void): void {
  socket.write(text, () => setTimeout(then, 50))
}
