// A window without a screen, in a process of its own as the app's windows are: follows the record through the contract, over
// a WebSocket as serve's windows do, and folds all that comes. It tells its parent of each exchange that has ended.
// Usage: viewer.ts ADDRESS

import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { maxFollowLimit, maxWaitMs } from '#shared/contract/record.ts'
import { at } from '#shared/record/list.ts'
import { createProjection } from '#shared/record/projection.ts'
import { createReading } from '#shared/record/reading.ts'

export interface Viewed {
  readonly exchangeId: string
  /** Events understood and brought to their task. */
  readonly events: number
  /** Processor time the window has taken. */
  readonly cpuMs: number
}

const websocket = new WebSocket(process.argv[2] ?? '')
await new Promise((resolve, reject) => {
  websocket.addEventListener('open', resolve)
  websocket.addEventListener('error', reject)
})
const client: EngineClient = createORPCClient(new RPCLink({ websocket }))
const projection = createProjection(createReading({ dialectOf }))
process.send?.('ready')

process.once('disconnect', () => process.exit())
const ask = (after: number) => client.record.read({ after, limit: maxFollowLimit, waitMs: maxWaitMs })
let told = 0
for (let asked = ask(0); ; ) {
  const { packed, next } = await asked
  // As the app's window does: the engine looks for what comes next while this is folded.
  asked = ask(next)
  projection.apply(packed)
  const { exchanges } = projection.snapshot()
  for (; told < exchanges.length; told += 1) {
    const exchange = at(exchanges, told)
    if (exchange === undefined || exchange.state === 'open') break
    const { user, system } = process.cpuUsage()
    const cpuMs = (user + system) / 1000
    const viewed: Viewed = { exchangeId: exchange.id, events: exchange.stream?.events ?? 0, cpuMs }
    process.send?.(viewed)
  }
}
