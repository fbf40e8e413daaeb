// A window without a screen, in a process of its own as the app's windows are: follows the record through the contract, over
// a WebSocket as serve's windows do, and folds all that comes. It tells its parent of each exchange that has ended.
// Usage: viewer.ts ADDRESS

import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { maxReadLimit, maxWaitMs } from '#shared/contract/record.ts'
import { at } from '#shared/record/list.ts'
import { createProjection } from '#shared/record/projection.ts'
import { createReading } from '#shared/record/reading.ts'
import { unpack } from '#shared/record/run.ts'

export interface Viewed {
  readonly exchangeId: string
  /** Events understood and brought to their task. */
  readonly events: number
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
let told = 0
for (let after = 0; ; ) {
  const { packed, next } = await client.record.read({ after, limit: maxReadLimit, waitMs: maxWaitMs })
  after = next
  projection.apply(unpack(packed))
  const { exchanges } = projection.snapshot()
  for (; told < exchanges.length; told += 1) {
    const exchange = at(exchanges, told)
    if (exchange === undefined || exchange.state === 'open') break
    const viewed: Viewed = { exchangeId: exchange.id, events: exchange.stream?.events ?? 0 }
    process.send?.(viewed)
  }
}
