import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { guarded, ignoreErrors } from './guarded.ts'

// Callers that wait to be accepted. With fewer, a caller amid a flood is turned away by the system, and tries again a second later.
const maxBacklog = 4_096

/** Whether a host, as it stands in an address or by itself, is this very machine. */
export function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|\[::1\]|localhost)$/i.test(host)
}

/** What a container calls the machine it runs on. */
const containerHost = /^host\.(docker|containers)\.internal$/i

/**
 * Which names a server that listens there goes by. A page of somebody's that made its own name point here is not answered; a server that
 * is open to others goes by names nobody knows here.
 */
export function namedAt(host: string): (name: string | undefined) => boolean {
  if (!isLoopback(host)) return () => true
  return (name) => {
    const hostname = URL.parse(`http://${name ?? ''}`)?.hostname ?? ''
    return isLoopback(hostname) || containerHost.test(hostname)
  }
}

/**
 * Listens, and resolves with where; or rejects with the reason. A connection that cannot be accepted later on is that connection's loss
 * alone.
 */
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

/** Ends all its connections but those that were handed on; resolves once they are gone. */
export function shut(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}

// Ports on which this Parley itself listens: nothing that an agent or a caller names is passed on to one of them.

export type OwnPorts = ReturnType<typeof createOwnPorts>

export function createOwnPorts() {
  const added = new Map<object, number>()
  const listeners: (() => void)[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    /** Until what it gives back is called. */
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

/** Headers as Node has them, a name and a value in turn. */
export function rawPairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[index * 2] ?? '',
    flat[index * 2 + 1] ?? '',
  ])
}

/** What a request carries as text, or why there is none. */
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
