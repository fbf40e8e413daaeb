// How much has passed through a tap since it was opened, and who calls.

import type { IncomingMessage } from 'node:http'
import type { Tap } from '#shared/contract/taps.ts'
import { shorten } from '#shared/shorten.ts'

/** Programs or addresses that a tap names as its callers; all are on the record. */
const maxTapCallers = 20
/** Of what a caller says that it is, in the list of taps; shortened. */
const maxCallerChars = 100

export interface TapCounts {
  countCall(request: IncomingMessage): void
  countFailure(): void
  view(): Pick<Tap, 'calls' | 'connections' | 'failed' | 'callers'>
}

export function createTapCounts(): TapCounts {
  const connections = new WeakSet<object>()
  const callers = new Set<string>()
  const counts = { calls: 0, connections: 0, failed: 0 }
  return {
    countCall({ socket, headers }) {
      counts.calls += 1
      if (!connections.has(socket)) counts.connections += 1
      connections.add(socket)
      const caller = shorten(headers['user-agent'] ?? socket.remoteAddress ?? '', maxCallerChars)
      if (callers.size < maxTapCallers) callers.add(caller)
    },
    countFailure() {
      counts.failed += 1
    },
    view: () => ({ ...counts, callers: [...callers] }),
  }
}
