// Everything the panes need to look at a kept session, in the form in which they have the live one.

import { type EngineAccess, queriesOf } from '../host/engine.tsx'
import { createRecordStore } from '../record/record-store.ts'
import { readByEngine, recordedClient } from './recorded-client.ts'

export interface RecordedAccess extends EngineAccess {
  readonly recorded: NonNullable<EngineAccess['recorded']>
  close(): void
}

/** How far before a place a reader begins who wants to see it in its company. */
const entriesBefore = 2_000
const mostEntries = 40_000

/** `seq` names an entry to be seen; without it the last entries are. */
export async function openRecorded(
  live: EngineAccess,
  sessionId: string,
  seq: number | undefined,
): Promise<RecordedAccess> {
  const opened = await live.client.sessions.open({ sessionId })
  const client = recordedClient(opened, readByEngine(live.client, sessionId))
  const after =
    seq === undefined ? opened.openAfter : Math.min(opened.openAfter, Math.max(0, seq - entriesBefore))
  const record = createRecordStore(client, { after, ends: true, most: mostEntries })
  return {
    client,
    queries: queriesOf(client),
    record,
    capabilities: live.capabilities,
    recorded: opened,
    close: record.close,
  }
}
