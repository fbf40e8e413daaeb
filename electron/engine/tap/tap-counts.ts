// How much has passed through a tap since it was opened, and who calls.

import type { Tap } from '#shared/contract/taps.ts'
import type { PassEvent } from './forward/messages.ts'

/** Programs or addresses that a tap names as its callers; all are on the record. */
const maxTapCallers = 20

export type TapCounts = ReturnType<typeof createTapCounts>

export function createTapCounts() {
  const callers = new Set<string>()
  const counts = { calls: 0, connections: 0, failed: 0, tunnels: 0, pushes: 0 }
  return {
    countCall({
      isNewConnection,
      program,
      isTunnel,
    }: Pick<Extract<PassEvent, { kind: 'begun' }>, 'isNewConnection' | 'program' | 'isTunnel'>): void {
      counts.calls += 1
      if (isTunnel) counts.tunnels += 1
      if (isNewConnection) counts.connections += 1
      if (callers.size < maxTapCallers) callers.add(program)
    },
    countFailure(): void {
      counts.failed += 1
    },
    countPush(): void {
      counts.pushes += 1
    },
    view: (): Pick<Tap, 'calls' | 'connections' | 'failed' | 'tunnels' | 'pushes' | 'callers'> => ({
      ...counts,
      callers: [...callers],
    }),
  }
}
