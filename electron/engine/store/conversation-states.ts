// The state that the newest exchange of a conversation left its task in, from the last entries of that exchange alone.

import type { TaskState } from '#shared/a2a/model.ts'
import { createRecent } from '#shared/collections/recent.ts'
import type { Packed } from '#shared/record/run.ts'
import type { Answer } from '#shared/story/known-answers.ts'
import type { Reading } from '#shared/story/reading.ts'
import { updatesOf } from '#shared/story/updates-of.ts'
import { integerColumn, textColumn } from './column.ts'
import type { StoredPlace } from './conversation-list.ts'
import { rowsOfExchanges } from './exchange-rows.ts'
import { prepared } from './prepared.ts'

// States of exchanges, by their last entries.
const rememberedStates = 2_000
// Entries that are read back from the end of an exchange for a state.
const maxEntriesBack = 16

export function createConversationStates(reading: Reading) {
  const remembered = createRecent<string, TaskState | 'none'>(rememberedStates)

  return {
    /** Undefined where its last entries name none. */
    stateOf({ store, conversation }: StoredPlace, sessionId: string | undefined): TaskState | undefined {
      const row = prepared(store, newestExchange).get(conversation, sessionId ?? null)
      if (row === undefined) return undefined
      const exchangeId = textColumn(row, 'uid')
      const [firstSeq, lastSeq] = [integerColumn(row, 'first_seq'), integerColumn(row, 'last_seq')]
      const key = `${exchangeId} ${lastSeq}`
      const before = remembered.get(key)
      if (before !== undefined) return before === 'none' ? undefined : before
      const rowsIn = (after: number, upTo: number) =>
        rowsOfExchanges([store], new Set([exchangeId]), after, upTo)
      const [request] = rowsIn(firstSeq - 1, firstSeq)
      const call = request?.kind === 'request' ? request.call : undefined
      const status = integerColumn(row, 'status') || undefined
      const state = rowsIn(Math.max(firstSeq - 1, lastSeq - maxEntriesBack), lastSeq)
        .toReversed()
        .map((packed) => stateIn(packed))
        .find((each) => each !== undefined)
      remembered.set(key, state ?? 'none')
      return state

      function stateIn(packed: Packed): TaskState | undefined {
        if (packed.kind === 'run') {
          let last: TaskState | undefined
          reading.lines(packed, call, (answer) => {
            last = stateOfAnswer(answer) ?? last
          })
          return last
        }
        if (packed.kind !== 'frame' && packed.kind !== 'end' && packed.kind !== 'webhook') return undefined
        return stateOfAnswer(reading.answer(packed, call, status))
      }
    },
  }
}

function stateOfAnswer(answer: Answer): TaskState | undefined {
  if (answer.kind !== 'result') return undefined
  const update = updatesOf(answer.result).at(-1)
  if (update?.kind === 'status') return update.status.status.state
  return update?.kind === 'task' ? update.task.status.state : undefined
}

const newestExchange = `SELECT x.uid, y.first_seq, y.last_seq, y.status FROM fact f JOIN summary y ON y.exchange = f.exchange
  JOIN exchange x ON x.id = f.exchange WHERE f.conversation = ?1 AND f.task IS NOT NULL AND f.way <> 'list'
    AND (?2 IS NULL OR y.session = (SELECT id FROM session WHERE uid = ?2)) ORDER BY f.exchange DESC LIMIT 1`
