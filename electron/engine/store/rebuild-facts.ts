// Facts of a record that was written by an older Parley are told anew from its entries, a slice at a time. How far that is stands in
// the file; whatever is recorded meanwhile has its facts already.

import type { DatabaseSync } from 'node:sqlite'
import { factsVersion, ownWays } from '#shared/story/facts.ts'
import type { Reading } from '#shared/story/reading.ts'
import { reportInternalError } from '../platform/guarded.ts'
import { integerColumn } from './column.ts'
import { type Dropped, dropConversations, droppedOf } from './delete-rows.ts'
import { begunIn, createFactTeller } from './fact-writer.ts'
import { isOfDisk } from './problem.ts'
import type { RowToWrite } from './run.ts'
import { cachePerDatabase } from './statements.ts'
import type { Store } from './store.ts'
import { walkStore } from './walk.ts'
import { gatherParts, isOurWay } from './write-conversations.ts'

const sliceEntries = 200

/** Where facts are of another version, all of them are to be made anew. */
export function beginRemaking(database: DatabaseSync): void {
  const version = counter(database, 'facts_version')
  if (version === factsVersion) return
  setCounter(database, 'facts_version', factsVersion)
  setCounter(database, 'facts_seq', 0)
  setCounter(database, 'facts_end', counter(database, 'last_seq'))
}

export function createRemaking(reading: Reading) {
  const factTellerOf = cachePerDatabase((store) =>
    createFactTeller({ reading, begun: (exchangeId) => begunIn([store], exchangeId) }),
  )
  const reached = cachePerDatabase((store) => {
    const { seq, end } = standOf(store)
    return { part: seq >= end ? 1 : seq / end }
  })

  /** Answers how far it arrived. An entry that cannot be read keeps its old facts, and what lies behind it is reached all the same. */
  const slice = (store: Store, after: number, end: number, entries = sliceEntries): number => {
    try {
      const { rows, next = end } = walkStore(store, { where: '', values: [] }, after, entries)
      const stand = Math.min(end, next)
      store.transact(() => {
        const old = rows.filter(({ packed }) => packed.seq <= end)
        retell(store, old, () => factTellerOf(store)(old))
        setCounter(store.database, 'facts_seq', stand)
      })
      return stand
    } catch (error) {
      if (isOfDisk(error)) throw error
      if (entries > 1) return slice(store, after, end, 1)
      reportInternalError({ where: 'record facts', error })
      const stand = Math.min(end, seqBehind(store, after) ?? end)
      setCounter(store.database, 'facts_seq', stand)
      return stand
    }
  }

  return {
    /** One slice; reports whether nothing is left to be done. */
    step(store: Store): boolean {
      if (reached(store).part === 1) return true
      const { seq, end } = standOf(store)
      const stand = slice(store, seq, end)
      reached(store).part = stand / end
      return stand === end
    },
    /** From 0 to 1. */
    progress: (stores: readonly Store[]): number =>
      Math.min(1, ...stores.map((store) => reached(store).part)),
  }
}

function seqBehind({ database }: Store, after: number): number | undefined {
  const row = database.prepare('SELECT min(seq) AS seq FROM entry WHERE seq > ?').get(after)
  return row?.['seq'] === null ? undefined : integerColumn(row, 'seq')
}

function standOf({ database }: Store) {
  return { seq: counter(database, 'facts_seq'), end: counter(database, 'facts_end') }
}

/** What was told of these exchanges before is dropped, and what is told now takes its place. */
function retell(store: Store, rows: readonly RowToWrite[], report: () => readonly RowToWrite[]): void {
  const { database, conversations } = store
  const drop = database.prepare(
    'DELETE FROM fact WHERE exchange = (SELECT id FROM exchange WHERE uid = ?) AND version <> ? RETURNING *',
  )
  const exchanges = new Set(rows.map(({ packed }) => packed.exchangeId))
  const dropped = [...exchanges].flatMap((uid) => drop.all(uid, factsVersion).map(droppedOf))
  conversations.write(report())
  dropConversations(database, dropped)
  for (const conversation of new Set(
    dropped.flatMap((each) => (isLeft(database, each) ? [each.conversation] : [])),
  )) {
    database.prepare('DELETE FROM conversation_part WHERE conversation = ?').run(conversation)
    database.prepare(gatherParts('f.conversation = ?')).run(conversation)
  }
  conversations.upset()
}

/** Its exchange is no longer of this conversation, or no longer as it was. */
function isLeft(database: DatabaseSync, { exchange, conversation, way }: Dropped): boolean {
  const sql = `SELECT max(${isOurWay}) AS ours FROM fact WHERE exchange = ? AND conversation = ?`
  const left = database.prepare(sql).get(exchange, conversation)?.['ours']
  return left === null || (left === 0 && ownWays.some((own) => own === way))
}

function counter(database: DatabaseSync, name: string): number {
  return integerColumn(database.prepare('SELECT value FROM counter WHERE name = ?').get(name), 'value')
}

function setCounter(database: DatabaseSync, name: string, value: number): void {
  database.prepare('UPDATE counter SET value = ? WHERE name = ?').run(value, name)
}
