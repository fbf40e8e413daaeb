// Facts that are no more, and what was known by them alone: conversations, the names of contexts and tasks.

import type { DatabaseSync } from 'node:sqlite'
import { integerColumn } from './column.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

/** What facts that are gone were about. */
export interface Dropped {
  readonly exchange: number
  readonly conversation: number
  readonly task: number
  readonly way: string
}

/** So many facts of these exchanges, and whether that was all of them. */
export function dropFacts(
  store: Store,
  exchanges: readonly number[],
  atMost: number,
): { readonly told: readonly Dropped[]; readonly isAll: boolean } {
  const named = '(SELECT value FROM json_each(?))'
  const some = `SELECT exchange, place, conversation, task, way FROM fact WHERE exchange IN ${named} LIMIT ?`
  const rows = prepared(store, some).all(JSON.stringify(exchanges), atMost)
  const drop = prepared(store, 'DELETE FROM fact WHERE exchange = ? AND place <= ?')
  const upTo = new Map(rows.map((row) => [integerColumn(row, 'exchange'), integerColumn(row, 'place')]))
  for (const [exchange, place] of upTo) drop.run(exchange, place)
  const told = rows.map(droppedOf)
  dropConversations(store.database, told)
  return { told, isAll: told.length < atMost }
}

export function droppedOf(row: Readonly<Record<string, unknown>>): Dropped {
  return {
    exchange: integerColumn(row, 'exchange'),
    conversation: integerColumn(row, 'conversation'),
    task: integerColumn(row, 'task'),
    way: String(row['way']),
  }
}

/** Conversations and their tasks that no fact is left of. */
export function dropConversations(database: DatabaseSync, dropped: readonly Dropped[]): void {
  const dropTask = database.prepare(
    'DELETE FROM conversation_task WHERE task = ?1 AND conversation = ?2 AND NOT EXISTS (SELECT 1 FROM fact WHERE task = ?1 AND conversation = ?2)',
  )
  const tasks = new Map(dropped.map((each) => [`${each.task} ${each.conversation}`, each]))
  for (const { task, conversation } of tasks.values()) dropTask.run(task, conversation)
  const unused = 'AND NOT EXISTS (SELECT 1 FROM fact WHERE conversation = ?1)'
  const dropParts = database.prepare(`DELETE FROM conversation_part WHERE conversation = ?1 ${unused}`)
  const dropWhole = database.prepare(`DELETE FROM conversation WHERE id = ?1 ${unused} RETURNING context`)
  const dropChats = database.prepare('DELETE FROM chat WHERE conversation = ?')
  const dropContext = database.prepare(
    'DELETE FROM context WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM conversation WHERE context = ?1)',
  )
  for (const conversation of new Set(dropped.map((each) => each.conversation))) {
    dropParts.run(conversation)
    for (const row of dropWhole.all(conversation)) {
      dropChats.run(conversation)
      dropContext.run(integerColumn(row, 'context'))
    }
  }
}

const partsAtATime = 500

/** Some of a session that is being deleted, before anything else of it is; true while there may be more. */
export function hideConversations(store: Store, session: number): boolean {
  const hide = prepared(
    store,
    `DELETE FROM conversation_part WHERE session = ?1
      AND conversation IN (SELECT conversation FROM conversation_part WHERE session = ?1 LIMIT ${partsAtATime})`,
  )
  return Number(hide.run(session).changes) > 0
}
