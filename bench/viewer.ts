// A window without a screen, in a process of its own as the app's windows are: follows the record through the contract, over
// a WebSocket as serve's windows do, and folds all that comes. It tells its parent of each exchange that has ended.
// Usage: viewer.ts ADDRESS

import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import { at } from '#shared/collections/list.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { createRecordStore } from '../renderer/record/record-store.ts'

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
const store = createRecordStore(client)
let told = 0
store.subscribe(() => {
  const exchanges = store.exchanges()
  for (; told < exchanges.length; told += 1) {
    const exchange = at(exchanges, told)
    if (exchange === undefined || exchange.state === 'open') break
    const { user, system } = process.cpuUsage()
    const cpuMs = (user + system) / 1000
    const viewed: Viewed = { exchangeId: exchange.id, events: exchange.stream?.events ?? 0, cpuMs }
    process.send?.(viewed)
  }
})
process.once('disconnect', () => process.exit())
process.send?.('ready')
