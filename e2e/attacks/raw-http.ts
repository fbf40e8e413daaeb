// Bytes that are nearly HTTP, and connections that end abruptly: no client sends them, but any program on this machine can.

import { connect } from 'node:net'

/** When the attacker leaves: after the answer, or with a reset right after sending. */
export type Leaving = 'politely' | 'with-reset'

/** Request targets that are invalid or misleading URLs. */
const hostileTargets = [
  '//',
  '//[',
  '//]',
  '///',
  '////',
  '//%5B',
  '//%',
  '//:',
  '//:99999',
  '//@',
  '//user@',
  '//[::1',
  '//a:b',
  '//x:0x',
  '//..',
  '/../',
  '/..%2f..%2f',
  '/%',
  '/%zz',
  '/%00',
  '/\\',
  '//\\',
  '\\',
  '*',
  '?',
  '?token=',
  '/?token=%',
  '/?%',
  '#',
  'http:',
  'http://',
  'http://[',
  'http://%',
  'ws://[',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '/rpc?%5B',
  '//rpc',
  '/__proto__',
  `/${'a'.repeat(10_000)}`,
] as const

/** A request for each target by each verb that servers treat differently. */
export function requestsFor(host: string): readonly string[] {
  return hostileTargets.flatMap((target) =>
    ['GET', 'HEAD', 'POST', 'OPTIONS'].map(
      (method) => `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ),
  )
}

export function upgradesTo(host: string): readonly string[] {
  const upgrade = (target: string, ...lines: readonly string[]) =>
    [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: Upgrade', ...lines, '\r\n'].join('\r\n')
  const webSocket = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const origin = `Origin: http://${host}`
  return [
    upgrade('/rpc', ...webSocket, key),
    upgrade('/rpc', ...webSocket, key, origin),
    upgrade('/rpc', ...webSocket, key, 'Origin: http://agent.example'),
    upgrade('/rpc', ...webSocket, origin),
    upgrade('/rpc', ...webSocket, 'Sec-WebSocket-Key: short', origin),
    upgrade('/rpc', 'Upgrade: websocket', 'Sec-WebSocket-Version: 999', key, origin),
    upgrade('/rpc', ...webSocket, key, origin, 'Sec-WebSocket-Protocol: ,,\u0001'),
    upgrade('/rpc', ...webSocket, key, origin, 'Sec-WebSocket-Protocol: a, a, a'),
    upgrade('/elsewhere', ...webSocket, key, origin),
    upgrade('//[', ...webSocket, key, origin),
    upgrade('*', ...webSocket, key, origin),
    upgrade('/rpc', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'),
    upgrade('/rpc', 'Upgrade: \u00ff'),
    upgrade('/rpc', 'Upgrade:'),
    `${upgrade('/rpc', ...webSocket, key, origin)}\u0081\u00fe\u0000`,
  ]
}

/** Truncated, contradictory and non-HTTP bytes. */
export function garbageFor(host: string): readonly string[] {
  const post = (...lines: readonly string[]) => ['POST / HTTP/1.1', `Host: ${host}`, ...lines].join('\r\n')
  return [
    '',
    '\r\n\r\n',
    'GET',
    'GET / HTTP/1.1',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost:\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: [\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: //\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nOrigin: \u0001\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nCookie: ${'a=b; '.repeat(2_000)}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
    `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    'CONNECT //[ HTTP/1.1\r\n\r\n',
    `TRACE / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `BREW / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    post('Content-Length: 5', 'Content-Length: 6', '\r\nhello'),
    post('Content-Length: 5', 'Transfer-Encoding: chunked', '\r\n0\r\n\r\n'),
    post('Content-Length: -1', '\r\n'),
    post('Content-Length: 99999999999999999999', '\r\n'),
    post('Content-Length: 1000', '\r\nfewer'),
    post('Transfer-Encoding: chunked', '\r\nzz\r\n'),
    post('Transfer-Encoding: chunked', '\r\nffffffff\r\nx'),
    post('Expect: 100-continue', 'Content-Length: 5', '\r\n'),
    post('Expect: the-unexpected', '\r\n'),
    post('Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 3', '\r\nabc'),
    `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(200),
  ]
}

/** Sends the bytes unchanged; resolves with the response when the connection has closed. */
export function attack(port: number, bytes: string, leaving: Leaving): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      if (leaving === 'politely') socket.end(bytes, 'latin1')
      else socket.write(bytes, 'latin1', () => socket.resetAndDestroy())
    })
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}
