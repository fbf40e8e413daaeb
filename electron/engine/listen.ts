import type { Server } from 'node:net'
import { guarded, ignoreErrors } from './guarded.ts'

/** Callers that wait to be accepted. With fewer, a caller amid a flood is turned away by the system, and tries again a second later. */
const maxBacklog = 4_096

/** Listens, or rejects with the reason. A connection that cannot be accepted later on is that connection's loss alone. */
export function listen(server: Server, at: { readonly port: number; readonly host?: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      server.off('error', reject)
      ignoreErrors(server, 'server error')
      resolve()
    }
    server.once('error', reject)
    server.listen({ ...at, backlog: maxBacklog }, guarded('server listening', begin, reject))
  })
}
