// A kept session as it is lived through again: the same panes look at the record it is told to, which grows as a live one
// does. After a jump back there is another such record, and the panes begin anew on it.

import { createORPCClient } from '@orpc/client'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ReplayAction, ReplayState } from '#shared/contract/replay.ts'
import type { Outline } from '#shared/record/replay/outline.ts'
import { type EngineAccess, queriesOf } from '../host/engine.tsx'
import { createRecordStore } from '../record/record-store.ts'
import type { RecordedAccess } from './open-recorded.ts'
import { createRecordedLink } from './recorded-link.ts'

export interface Replay {
  readonly outline: Outline
  state(): ReplayState
  /** Keeps its reference while the same record is looked at. */
  access(): RecordedAccess
  act(action: ReplayAction): Promise<void>
  subscribe(listener: () => void): () => void
  close(): void
}

export async function openReplay(live: EngineAccess, sessionId: string): Promise<Replay> {
  const [opened, outline, first] = await Promise.all([
    live.client.sessions.open({ sessionId }),
    live.client.sessions.outline({ sessionId }),
    live.client.replays.open({ sessionId }),
  ])
  const { replayId } = first
  const stop = new AbortController()
  const listeners = new Set<() => void>()
  let state = first
  let access = look(first.shownId)

  function look(shownId: string): RecordedAccess {
    const link = createRecordedLink(live.link, { ...opened, session: { ...opened.session, id: shownId } })
    const client: EngineClient = createORPCClient(link)
    const record = createRecordStore(client, { after: 0 })
    const { capabilities } = live
    return {
      link,
      client,
      queries: queriesOf(client),
      record,
      capabilities,
      recorded: opened,
      close: record.close,
    }
  }
  function take(next: ReplayState): void {
    if (next.version < state.version) return
    const moved = next.shownId !== state.shownId
    state = next
    if (moved) {
      access.close()
      access = look(next.shownId)
    }
    for (const listener of listeners) listener()
  }
  async function follow(): Promise<void> {
    for await (const next of await live.client.replays.follow({ replayId }, { signal: stop.signal })) {
      if (stop.signal.aborted) return
      take(next)
    }
  }
  follow().catch((error: unknown) => {
    if (!stop.signal.aborted) console.warn('The replay can no longer be followed.', error)
  })

  return {
    outline,
    state: () => state,
    access: () => access,
    act: async (action) => take(await live.client.replays.control({ replayId, action })),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      stop.abort()
      access.close()
      listeners.clear()
    },
  }
}
