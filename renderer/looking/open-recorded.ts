// Everything the panes need to look at a kept session, in the form in which they have the live one.

import type { OpenedSession } from '#shared/contract/sessions.ts'
import { type EngineAccess, queriesOf } from '../host/engine.tsx'
import type { ReadingRange } from '../record/follow-record.ts'
import { createRecordStore } from '../record/record-store.ts'
import { readByEngine, recordedClient } from './recorded-client.ts'

export interface RecordedAccess extends EngineAccess {
  readonly recorded: OpenedSession
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
  const after =
    seq === undefined ? opened.openAfter : Math.min(opened.openAfter, Math.max(0, seq - entriesBefore))
  return lookAt(live, opened, sessionId, { after, ends: true, most: mostEntries })
}

/** `sessionId` is what the engine calls the record that has it: the session's own, or that of a replay. */
export function lookAt(
  live: Pick<EngineAccess, 'client' | 'capabilities'>,
  recorded: OpenedSession,
  sessionId: string,
  range: ReadingRange,
): RecordedAccess {
  const client = recordedClient(recorded, readByEngine(live.client, sessionId))
  const record = createRecordStore(client, range)
  return {
    client,
    queries: queriesOf(client),
    record,
    capabilities: live.capabilities,
    recorded,
    canCall: false,
    canAnnotate: true,
    canExport: true,
    canFollow: false,
    close: record.close,
  }
}
