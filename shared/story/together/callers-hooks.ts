// Which lane asked for pushes where: a tap that passes one on names the address alone.

import { createRecent } from '../../collections/recent.ts'

export interface CallersHooks {
  asked(url: string, lane: number): void
  laneOf(url: string): number | undefined
}

/** Addresses that callers have asked for pushes at; a push to an older one goes to the program that asked for it. */
const maxCallersHooks = 10_000

export function createCallersHooks(): CallersHooks {
  const lanes = createRecent<string, number>(maxCallersHooks)
  return {
    asked: (url, lane) => lanes.set(placeOf(url), lane),
    laneOf: (url) => lanes.get(placeOf(url)),
  }
}

/** Without what may be masked in one entry and not in another. */
function placeOf(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1')
}
