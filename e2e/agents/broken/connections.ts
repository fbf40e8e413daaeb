// Agents that fail before they respond: connection refused, silence, reset.

import { type BrokenAgent, openRawServer, openSocketServer } from './raw-server.ts'

export const brokenConnections = {
  /** Nothing listens at a port that was in use a moment ago. */
  refused: async (): Promise<BrokenAgent> => {
    const gone = await openSocketServer(() => undefined)
    await gone.close()
    return { url: gone.url, close: () => Promise.resolve() }
  },
  'unknown-name': (): Promise<BrokenAgent> =>
    Promise.resolve({ url: 'http://agent.invalid/', close: () => Promise.resolve() }),
  'reset-at-once': () => openSocketServer((socket) => socket.resetAndDestroy()),
  'closes-without-answer': () => openRawServer(({ socket }) => socket.end()),
  'resets-without-answer': () => openRawServer(({ socket }) => socket.resetAndDestroy()),
  'silent-before-head': () => openRawServer(() => undefined),
  'silent-in-head': () => openRawServer(({ socket }) => socket.write('HTTP/1.1 200 OK\r\nContent-')),
  /** Accepts the connection and never begins the TLS handshake. */
  'silent-in-handshake': () => openSocketServer(() => undefined, 'https'),
}
