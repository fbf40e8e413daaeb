// Agents whose response head is invalid, endless, or a redirect elsewhere.

import { openRawServer, openSocketServer, pour } from './raw-server.ts'

export const brokenHeads = {
  'endless-headers': () =>
    openRawServer(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      pour(socket, () => Buffer.from(`X-More: ${'x'.repeat(1_000)}\r\n`))
    }),
  'not-http': () => openSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n')),
  'header-garbage': () =>
    openRawServer(({ socket }) => socket.end('HTTP/1.1 200 OK\r\nbad header\0\r\n\r\n')),
  'redirect-loop': () => openRedirect((url) => `${url}again`),
  'redirect-to-file': () => openRedirect(() => 'file:///etc/hostname'),
  'redirect-to-nowhere': () => openRedirect(() => 'http://['),
  'redirect-turns-post-into-get': () => openRedirect((url) => `${url}elsewhere`, '302 Found'),
}

/** Redirects to another origin, which returns the request head it received. */
export async function redirectToOtherOrigin() {
  const other = await openRawServer(({ socket, head }) => {
    const body = JSON.stringify({ head })
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
  const first = await openRedirect(() => other.url)
  return {
    url: first.url,
    otherUrl: other.url,
    close: async () => {
      await Promise.all([first.close(), other.close()])
    },
  }
}

function openRedirect(to: (url: string) => string, status = '307 Temporary Redirect') {
  return openRawServer(({ socket, url }) => {
    socket.end(
      `HTTP/1.1 ${status}\r\nLocation: ${to(url)}\r\nContent-Length: 5\r\nConnection: close\r\n\r\nmoved`,
    )
  })
}
