// Facts that are no more, and what was known by them alone: conversations, the names of contexts and tasks.

import type { DatabaseSync } from 'node:sqlite'
import { integerColumn } from './column.ts'

/** What facts that are gone were about. */
export interface Dropped {
  readonly exchange: number
  readonly conversation: number
  readonly task: number
  readonly way: string
}

/** Facts of exchanges that no entry is left of. */
export function dropFacts(database: DatabaseSync, exchanges: Iterable<number>): readonly Dropped[] {
  const drop = database.prepare(
    'DELETE FROM fact WHERE exchange = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE exchange = ?1) RETURNING *',
  )
  const dropped = [...exchanges].flatMap((exchange) => drop.all(exchange).map(droppedOf))
  dropConversations(database, dropped)
  return dropped
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
  const dropContext = database.prepare(
    'DELETE FROM context WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM conversation WHERE context = ?1)',
  )
  for (const conversation of new Set(dropped.map((each) => each.conversation))) {
    dropParts.run(conversation)
    for (const row of dropWhole.all(conversation)) dropContext.run(integerColumn(row, 'context'))
  }
}

/** Of a session that is being deleted, before anything of it is. */
export function hideConversations(database: DatabaseSync, session: number): void {
  database.prepare('DELETE FROM conversation_part WHERE session = ?').run(session)
}

export const deleteUnusedFacts = `
  DELETE FROM fact WHERE exchange NOT IN (SELECT id FROM exchange);
  DELETE FROM conversation_part WHERE session NOT IN (SELECT id FROM session);
  DELETE FROM conversation WHERE id NOT IN (SELECT conversation FROM fact);
  DELETE FROM conversation_task WHERE conversation NOT IN (SELECT id FROM conversation);
  DELETE FROM context WHERE id NOT IN (SELECT context FROM conversation WHERE context IS NOT NULL);
`
