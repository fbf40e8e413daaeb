// How much has passed through a tap since it was opened, and who calls.

import type { Tap } from '#shared/contract/taps.ts'

/** Programs or addresses that a tap names as its callers; all are on the record. */
const maxTapCallers = 20

export interface TapCounts {
  countCall(isNewConnection: boolean, caller: string): void
  countFailure(): void
  countPush(): void
  view(): Pick<Tap, 'calls' | 'connections' | 'failed' | 'pushes' | 'callers'>
}

export function createTapCounts(): TapCounts {
  const callers = new Set<string>()
  const counts = { calls: 0, connections: 0, failed: 0, pushes: 0 }
  return {
    countCall(isNewConnection, caller) {
      counts.calls += 1
      if (isNewConnection) counts.connections += 1
      if (callers.size < maxTapCallers) callers.add(caller)
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
