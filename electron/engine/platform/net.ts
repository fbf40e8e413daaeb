import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { guarded, ignoreErrors } from './guarded.ts'

// Connections waiting for accept. With fewer, the system would refuse callers in a flood, who retry a second later.
const maxBacklog = 4_096

/** Whether a host, in an address or alone, is this machine. */
export function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|\[::1\]|localhost)$/i.test(host)
}

/** The name of the host machine within a container. */
const containerHost = /^host\.(docker|containers)\.internal$/i

/**
 * Accepts the names of a server on this host. On loopback, pages that made their name resolve here are refused; a
 * server open to others has names unknown here.
 */
export function namedAt(host: string): (name: string | undefined) => boolean {
  if (!isLoopback(host)) return () => true
  return (name) => {
    const hostname = URL.parse(`http://${name ?? ''}`)?.hostname ?? ''
    return isLoopback(hostname) || containerHost.test(hostname)
  }
}

/** Resolves with the port and address, or rejects with the reason. Later errors of accepting affect single connections only. */
export function listen(
  server: Server,
  at: { readonly port: number; readonly host?: string },
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      server.off('error', reject)
      ignoreErrors(server, 'server error')
      resolve(server.address() as AddressInfo)
    }
    server.once('error', reject)
    server.listen({ ...at, backlog: maxBacklog }, guarded('server listening', begin, reject))
  })
}

/** Closes all connections except handed-over ones; resolves once they are closed. */
export function shut(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}

// Ports of this Parley itself: no address from an agent or a caller may lead to them.

export type OwnPorts = ReturnType<typeof createOwnPorts>

export function createOwnPorts() {
  const added = new Map<object, number>()
  const listeners: (() => void)[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    /** Until the returned function is called. */
    add(port: number): () => void {
      const one = {}
      added.set(one, port)
      changed()
      return () => {
        if (added.delete(one)) changed()
      }
    },
    list: (): readonly number[] => [...new Set(added.values())],
    onChange: (listener: () => void): void => void listeners.push(listener),
  }
}

/** From Node's flat list of names and values. */
export function rawPairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[index * 2] ?? '',
    flat[index * 2 + 1] ?? '',
  ])
}

/** The text of a request's body, or why there is none. */
export async function readRequest(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly text: string } | 'too-large' | 'broken-off'> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > maxBytes) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'broken-off'
  }
  return { text: Buffer.concat(chunks).toString('utf8') }
}
