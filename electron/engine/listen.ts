import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { guarded, ignoreErrors } from './guarded.ts'

// Callers that wait to be accepted. With fewer, a caller amid a flood is turned away by the system, and tries again a second later.
const maxBacklog = 4_096

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
