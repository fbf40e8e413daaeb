// A window without a screen, in a separate process like the app's windows: follows the newest conversation and the list
// of exchanges through the contract, over a WebSocket like serve's windows. It reports each exchange that has ended and
// is shown to its parent. Usage: viewer.ts ADDRESS AGENT_ID

import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { createChatList } from '../renderer/features/chat/followed-chat.ts'
import { followVersions } from '../renderer/record/follow-versions.ts'

export interface Viewed {
  readonly exchangeId: string
  /** Recorded events. */
  readonly events: number
  /** The window's processor time. */
  readonly cpuMs: number
}

const [, , address = '', agentId = ''] = process.argv
const websocket = new WebSocket(address)
await new Promise((resolve, reject) => {
  websocket.addEventListener('open', resolve)
  websocket.addEventListener('error', reject)
})
const client: EngineClient = createORPCClient(new RPCLink({ websocket }))
const chat = createChatList(client, { agentId, of: { kind: 'newest', after: 0 }, open: [] })
let reported = 0

// A screenful at the end, as in the console.
let offset = 0
let listed: readonly ExchangeRow[] = []
const stop = new AbortController()
chat.subscribe(() => void reportEnded())
followVersions(
  async ({ version: last, waitMs }) =>
    client.console.exchanges({ filter: '', offset, limit: 50, seen: last, waitMs }, { signal: stop.signal }),
  ({ rows, total }) => {
    listed = rows
    offset = Math.max(0, total - 50)
    void reportEnded()
  },
  stop.signal,
).catch((error: unknown) => console.error(error))

/** In order: an exchange is shown once its task has been folded to its end. */
async function reportEnded(): Promise<void> {
  for (const row of listed.slice(Math.max(0, reported - offset))) {
    if (row.state === 'open' || row.taskId === undefined) return
    const task = await client.story.task({ agentId, taskId: row.taskId })
    if (task === null || task.phase === 'live') return
    if (listed[reported - offset]?.id !== row.id) return
    reported += 1
    const { user, system } = process.cpuUsage()
    const viewed: Viewed = { exchangeId: row.id, events: row.frames, cpuMs: (user + system) / 1000 }
    process.send?.(viewed)
  }
}
process.once('disconnect', () => process.exit())
process.send?.('ready')
