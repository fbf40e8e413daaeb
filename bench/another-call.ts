// How long another call waits beside the measured work, and how long the engine works without a pause, in processor time.

import { setTimeout as sleep } from 'node:timers/promises'

/** Maxima in milliseconds. */
export async function waitsOf(call: () => Promise<unknown>, isOver: () => boolean) {
  let [wait, work] = [0, 0]
  while (!isOver()) {
    const used = process.threadCpuUsage()
    const due = performance.now() + 5
    await sleep(5)
    const { user, system } = process.threadCpuUsage(used)
    work = Math.max(work, (user + system) / 1_000)
    await call()
    wait = Math.max(wait, performance.now() - due)
  }
  return { wait, work }
}
