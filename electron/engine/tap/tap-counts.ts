// How much has passed through a tap since it was opened, and who calls.

import type { Tap } from '#shared/contract/taps.ts'
import type { PassEvent } from './forward/messages.ts'

/** Programs or addresses that a tap names as its callers; all are on the record. */
const maxTapCallers = 20

export interface TapCounts {
  countCall(
    begun: Pick<Extract<PassEvent, { kind: 'begun' }>, 'isNewConnection' | 'program' | 'isTunnel'>,
  ): void
  countFailure(): void
  countPush(): void
  view(): Pick<Tap, 'calls' | 'connections' | 'failed' | 'tunnels' | 'pushes' | 'callers'>
}

export function createTapCounts(): TapCounts {
  const callers = new Set<string>()
  const counts = { calls: 0, connections: 0, failed: 0, tunnels: 0, pushes: 0 }
  return {
    countCall({ isNewConnection, program, isTunnel }) {
      counts.calls += 1
      if (isTunnel) counts.tunnels += 1
      if (isNewConnection) counts.connections += 1
      if (callers.size < maxTapCallers) callers.add(program)
    },
    countFailure() {
      counts.failed += 1
    },
    countPush() {
      counts.pushes += 1
    },
    view: () => ({ ...counts, callers: [...callers] }),
  }
}
