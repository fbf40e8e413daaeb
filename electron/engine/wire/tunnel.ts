// Opens a tunnel through an HTTP proxy to a TLS target (RFC 9110 §9.3.6). Plain targets need none.

import type { Socket } from 'node:net'
import { toError } from '#shared/errors.ts'
import { guarded } from '../platform/guarded.ts'

/** Of a proxy's response to CONNECT; the exchange fails and reports it. */
const maxTunnelHeadBytes = 16 * 1024

class ProxyRefusal extends Error {
  readonly code = 'PARLEY_PROXY'
}

export function openTunnel(
  socket: Socket,
  proxy: URL,
  authority: string,
  callback: (error: Error | undefined) => void,
): void {
  let head = Buffer.alloc(0)
  const finish = (error: Error | undefined) => {
    socket.off('data', onData)
    socket.off('close', onClose)
    callback(error)
  }
  const broken = (error: unknown) => finish(toError(error))
  const closed = () => finish(new ProxyRefusal(`the proxy ${proxy.host} closed the connection`))
  const read = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) {
      if (head.length > maxTunnelHeadBytes)
        finish(new ProxyRefusal(`the proxy ${proxy.host} did not answer in HTTP`))
      return
    }
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, end))?.[1]
    if (status === '200') {
      const rest = head.subarray(end + 4)
      // In flowing mode `unshift` would emit it here again.
      socket.off('data', onData)
      socket.pause()
      if (rest.length > 0) socket.unshift(rest)
      return finish(undefined)
    }
    finish(
      new ProxyRefusal(
        `the proxy ${proxy.host} refused a tunnel to ${authority} with ${status ?? 'no status'}`,
      ),
    )
  }
  const onData = guarded('proxy answer', read, broken)
  const onClose = guarded('proxy close', closed, broken)
  socket.on('data', onData)
  socket.on('close', onClose)
  const authorization = proxyAuthorization(proxy)
  socket.write(
    [
      `CONNECT ${authority} HTTP/1.1`,
      `host: ${authority}`,
      ...(authorization === undefined ? [] : [`proxy-authorization: ${authorization}`]),
      '\r\n',
    ].join('\r\n'),
  )
}

export function proxyAuthorization(proxy: URL): string | undefined {
  if (proxy.username === '') return undefined
  const plain = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return `Basic ${Buffer.from(plain).toString('base64')}`
}
