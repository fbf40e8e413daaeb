// A conversation as a row of a list: its start, its first text, its size.

import type { TaskState } from '#shared/a2a/model.ts'
import { maxInRun } from '#shared/bounded.ts'
import { createBoundedCache } from '#shared/collections/lru-cache.ts'
import type { ConversationRef, ConversationRow } from '#shared/contract/story.ts'
import { defined } from '#shared/defined.ts'
import { programName } from '#shared/record/program-name.ts'
import { countOf, cut, type Packed } from '#shared/record/run.ts'
import { conversationIdOf, refOf } from '#shared/story/conversation-ref.ts'
import type { CachedDecode } from '#shared/story/decode-cache.ts'
import { lookingWays } from '#shared/story/facts.ts'
import { lineOfMessage } from '#shared/story/part-words.ts'
import type { Reading } from '#shared/story/reading.ts'
import { updatesOf } from '#shared/story/updates-of.ts'
import { integerColumn, textColumn } from './column.ts'
import type { ListedConversation, StoredPlace } from './conversation-list.ts'
import { toClause } from './filter.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'

// The state of a task after the newest exchange of its conversation, read from that exchange's last entries alone.

// States of exchanges, by their last entries.
const rememberedStates = 2_000
// Entries that are read back from the end of an exchange for a state.
const maxEntriesBack = 16

function createConversationStates(reading: Reading) {
  const remembered = createBoundedCache<string, TaskState | 'none'>(rememberedStates)

  return {
    /** Undefined where its last entries have none. */
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

function stateOfAnswer(answer: CachedDecode): TaskState | undefined {
  if (answer.kind !== 'result') return undefined
  const update = updatesOf(answer.result).at(-1)
  if (update?.kind === 'status') return update.status.status.state
  return update?.kind === 'task' ? update.task.status.state : undefined
}

const newestExchange = `SELECT x.uid, y.first_seq, y.last_seq, y.status FROM fact f JOIN summary y ON y.exchange = f.exchange
  JOIN exchange x ON x.id = f.exchange WHERE f.conversation = ?1 AND f.task IS NOT NULL AND f.way <> 'list'
    AND (?2 IS NULL OR y.session = (SELECT id FROM session WHERE uid = ?2)) ORDER BY f.exchange DESC LIMIT 1`

const rememberedTitles = 2_000
const heldBy = ['sent', 'stream', 'reply', 'push', 'asked'].filter(
  (way) => !lookingWays.some((looking) => looking === way),
)

export type ConversationRows = ReturnType<typeof createConversationRows>

export function createConversationRows(reading: Reading) {
  const titles = createBoundedCache<number, string>(rememberedTitles)
  const states = createConversationStates(reading)

  const refIn = (
    { contextId, chatId, places }: Pick<ListedConversation, 'contextId' | 'chatId' | 'places'>,
    sessionId: string | undefined,
  ): ConversationRef =>
    contextId === undefined && chatId === undefined
      ? { exchangeId: earliest(places, sessionId)?.exchangeId ?? '' }
      : refOf({ contextId, chatId })

  /** For records whose summaries lack the text; cached by the position of the entry, which never changes. */
  const titleOf = (store: Store, seq: number): string => {
    const titleAt = titles.get(seq)
    if (titleAt !== undefined) return titleAt
    const [entry] = store.select({ clause: toClause(undefined), after: seq - 1, limit: 1 })
    const request = entry?.kind === 'request' ? reading.request(entry) : undefined
    const message = request?.kind === 'asked' ? request.message : undefined
    const title = (message && lineOfMessage(message)) ?? ''
    titles.set(seq, title)
    return title
  }

  /** The beginning of the user's first message. */
  const firstWordsIn = (places: readonly StoredPlace[], sessionId: string | undefined): string => {
    const sent = places
      .flatMap(({ store, conversation: id }) => firstSent(store, id, sessionId) ?? [])
      .toSorted((one, other) => one.seq - other.seq)[0]
    return sent?.words ?? (sent ? titleOf(sent.store, sent.seq) : '')
  }

  return {
    refOf: refIn,
    firstWordsIn,
    rowOf(conversation: ListedConversation, sessionId: string | undefined): ConversationRow {
      const { agentId, places, contextId, chatId, isOurs } = conversation
      const first = earliest(places, sessionId)
      const names = defined({ contextId, chatId, exchangeId: first?.exchangeId })
      const text = firstWordsIn(places, sessionId)
      const startedAt = first?.at ?? 0
      return {
        ...names,
        agentId,
        id: conversationIdOf(names),
        ...(text && { says: text }),
        isOurs,
        tasks: countTasks(places, sessionId),
        ...defined({ state: latest(places, (place) => states.stateOf(place, sessionId)) }),
        ...(first?.caller && { caller: programName(first.caller) }),
        startedSeq: first?.seq ?? 0,
        startedAt,
        lastAt: Math.max(startedAt, ...places.map((place) => lastAtIn(place, sessionId))),
      }
    },
  }
}

/** The value from the last store that has one. */
function latest<T>(places: readonly StoredPlace[], read: (place: StoredPlace) => T | undefined) {
  return places
    .toReversed()
    .map(read)
    .find((each) => each !== undefined)
}

interface Earliest {
  readonly exchangeId: string
  readonly seq: number
  readonly at: number
  readonly caller?: { readonly caller: string; readonly program: string }
}

function earliest(places: readonly StoredPlace[], sessionId: string | undefined): Earliest | undefined {
  const sql = `SELECT x.uid, y.first_seq, y.at, y.caller, coalesce(y.program, '') AS program FROM conversation_part p JOIN summary y ON y.exchange = p.exchange
    JOIN exchange x ON x.id = p.exchange
    WHERE p.conversation = ?1 AND (?2 IS NULL OR p.session = (SELECT id FROM session WHERE uid = ?2)) ORDER BY p.first_seq LIMIT 1`
  return places
    .flatMap(({ store, conversation }) => prepared(store, sql).all(conversation, sessionId ?? null))
    .map((row) => ({
      exchangeId: textColumn(row, 'uid'),
      seq: integerColumn(row, 'first_seq'),
      at: integerColumn(row, 'at'),
      ...(typeof row['caller'] === 'string' && {
        caller: { caller: row['caller'], program: textColumn(row, 'program') },
      }),
    }))
    .toSorted((one, other) => one.seq - other.seq)[0]
}

const ofSession =
  '(?2 IS NULL OR (SELECT session FROM summary WHERE exchange = f.exchange) = (SELECT id FROM session WHERE uid = ?2))'

function firstSent(store: Store, conversation: number, sessionId: string | undefined) {
  const sql = `SELECT f.seq, (SELECT words FROM summary WHERE exchange = f.exchange) AS words
    FROM fact f WHERE f.conversation = ?1 AND f.way = 'sent' AND ${ofSession} ORDER BY f.exchange LIMIT 1`
  const row = prepared(store, sql).get(conversation, sessionId ?? null)
  const words = row?.['words']
  return (
    row && { store, seq: integerColumn(row, 'seq'), words: typeof words === 'string' ? words : undefined }
  )
}

function countTasks(places: readonly StoredPlace[], sessionId: string | undefined): number {
  const sql = `SELECT k.uid FROM conversation_task o JOIN task k ON k.id = o.task WHERE o.conversation = ?1 AND (?2 IS NULL OR EXISTS (
    SELECT 1 FROM fact f WHERE f.task = o.task AND f.conversation = o.conversation AND ${ofSession}))`
  const ids = places.flatMap(({ store, conversation }) =>
    prepared(store, sql)
      .all(conversation, sessionId ?? null)
      .map((row) => textColumn(row, 'uid')),
  )
  return new Set(ids).size
}

/** When the newest exchange of each way ended or had its last entry. Ways that only read a conversation do not count. */
function lastAtIn({ store, conversation }: StoredPlace, sessionId: string | undefined): number {
  const newest = `SELECT f.exchange FROM fact f WHERE f.conversation = ?1 AND f.way = ?3 AND ${ofSession} ORDER BY f.exchange DESC LIMIT 1`
  const sql = `SELECT at FROM entry WHERE seq <= (SELECT last_seq FROM summary WHERE exchange = (${newest}))
    ORDER BY seq DESC LIMIT 1`
  const statement = prepared(store, sql)
  return Math.max(
    0,
    ...heldBy.map((way) => integerColumn(statement.get(conversation, sessionId ?? null, way), 'at')),
  )
}

/** Looks up each exchange separately, unless there are more of them than entries in the range. */
export function rowsOfExchanges(
  stores: readonly Store[],
  exchangeIds: ReadonlySet<string>,
  after: number,
  upTo: number,
): readonly Packed[] {
  const isWide = upTo - after > exchangeIds.size
  const ofExchanges = `(SELECT id FROM exchange WHERE uid IN (SELECT value FROM json_each(?)))`
  const sql = `SELECT ${storedColumns} FROM entry e ${withNames}
    WHERE ${isWide ? '' : '+'}e.exchange IN ${ofExchanges} AND e.seq > ? AND e.seq <= ? ORDER BY e.seq`
  const ids = JSON.stringify([...exchangeIds])
  return stores
    .flatMap(({ database }) => database.prepare(sql).all(ids, after - maxInRun, upTo))
    .flatMap((row) => within(packedOf(row), after, upTo) ?? [])
    .toSorted((one, other) => one.seq - other.seq)
}

export function within(packed: Packed, after: number, upTo: number): Packed | undefined {
  const from = Math.max(packed.seq, after + 1)
  return from > packed.seq + countOf(packed) - 1 ? undefined : cut(packed, from, upTo - from + 1)
}
