import type { NoiseCall } from '#shared/contract/push.ts'
import type { Noise } from './hook-server.ts'

const most = 100
const longest = 300

/** What came to no configuration: all of it counted, the latest kept. Never on the record, so that no flood can fill it. */
export function createNoise(mask: (text: string) => string, now: () => number) {
  let total = 0
  let latest: readonly NoiseCall[] = []
  return {
    add({ remoteAddress, request, reason }: Noise): void {
      total += 1
      const shown = mask(request.slice(0, longest))
      latest = [...latest.slice(1 - most), { at: now(), remoteAddress, request: shown, reason }]
    },
    clear(): void {
      total = 0
      latest = []
    },
    state: () => ({ total, latest }),
  }
}
