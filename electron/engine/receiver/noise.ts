import type { NoiseCall } from '#shared/contract/push.ts'
import { shorten } from '#shared/shorten.ts'
import type { Noise } from './hook-server.ts'

/** Calls to no configuration that "Unmatched" lists, the latest; all are counted above them. */
const maxNoiseCalls = 100
/** Of the request line of such a call, which then ends in "…". */
const maxNoiseChars = 300

/** What came to no configuration: all of it counted, the latest kept. Never on the record, so that no flood can fill it. */
export function createNoise(mask: (text: string) => string, now: () => number) {
  let total = 0
  let latest: readonly NoiseCall[] = []
  return {
    add({ remoteAddress, request, reason }: Noise): void {
      total += 1
      const shown = shorten(mask(request), maxNoiseChars)
      latest = [...latest.slice(1 - maxNoiseCalls), { at: now(), remoteAddress, request: shown, reason }]
    },
    clear(): void {
      total = 0
      latest = []
    },
    state: () => ({ total, latest }),
  }
}
