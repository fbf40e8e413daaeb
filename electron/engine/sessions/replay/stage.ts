// The record of a replay, with one session in it. A jump back creates a new one. Bodies stay in the record of the
// source, where their hashes find them.

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '#shared/defined.ts'
import type { NewEntry } from '#shared/record/entry.ts'
import { openRecord, type SessionRecord } from '../../store/record.ts'
import type { Appended } from '../../store/run.ts'

export function stagesFolder(dataDir: string): string {
  return join(dataDir, 'replays')
}

export type ReplayStage = ReturnType<typeof openStage>

export function openStage(dataDir: string, recorded: SessionRecord) {
  const folder = join(stagesFolder(dataDir), randomUUID())
  const record = openRecord({ dataDir: folder, mutedRules: recorded.mutedRules })
  const { sessionId } = record.createSession('')
  let at = 0

  return {
    record,
    shownId: sessionId,
    append({ entry, taskId }: Appended) {
      const { seq: _seq, sessionId: _session, ...rest } = entry
      at = entry.at
      record.append({ ...rest, sessionId } as NewEntry, {
        taskId,
        exchangeFacts: factsOfEntry(recorded, entry),
      })
    },
    now: (): number => at,
    close() {
      record.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Facts of decoding are added when the exchange ends, at the latest. */
function factsOfEntry(recorded: SessionRecord, { kind, exchangeId }: Appended['entry']) {
  if (kind !== 'end') return undefined
  const { contextId, code, problem } = recorded.exchanges.row(exchangeId) ?? {}
  if (contextId === undefined && problem === undefined) return undefined
  return {
    ...defined({ contextId }),
    ...(problem !== undefined && { error: { message: problem, ...defined({ code }) } }),
  }
}
