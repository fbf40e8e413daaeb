// Facts that are no more, and what was known by them alone: conversations, the names of contexts and tasks.

import type { DatabaseSync } from 'node:sqlite'
import { integerColumn } from './column.ts'

/** What facts that are gone were about. */
export interface Dropped {
  readonly exchange: number
  readonly talk: number
  readonly task: number
  readonly way: string
}

/** Facts of exchanges that no entry is left of. */
export function dropFacts(database: DatabaseSync, exchanges: Iterable<number>): readonly Dropped[] {
  const drop = database.prepare(
    'DELETE FROM fact WHERE exchange = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE exchange = ?1) RETURNING *',
  )
  const dropped = [...exchanges].flatMap((exchange) => drop.all(exchange).map(droppedOf))
  dropTalks(database, dropped)
  return dropped
}

export function droppedOf(row: Readonly<Record<string, unknown>>): Dropped {
  return {
    exchange: integerColumn(row, 'exchange'),
    talk: integerColumn(row, 'talk'),
    task: integerColumn(row, 'task'),
    way: String(row['way']),
  }
}

/** Conversations and their tasks that no fact is left of. */
export function dropTalks(database: DatabaseSync, dropped: readonly Dropped[]): void {
  const dropTask = database.prepare(
    'DELETE FROM talk_task WHERE task = ?1 AND talk = ?2 AND NOT EXISTS (SELECT 1 FROM fact WHERE task = ?1 AND talk = ?2)',
  )
  const tasks = new Map(dropped.map((each) => [`${each.task} ${each.talk}`, each]))
  for (const { task, talk } of tasks.values()) dropTask.run(task, talk)
  const unused = 'AND NOT EXISTS (SELECT 1 FROM fact WHERE talk = ?1)'
  const dropParts = database.prepare(`DELETE FROM talk_part WHERE talk = ?1 ${unused}`)
  const dropTalk = database.prepare(`DELETE FROM talk WHERE id = ?1 ${unused} RETURNING context`)
  const dropContext = database.prepare(
    'DELETE FROM context WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM talk WHERE context = ?1)',
  )
  for (const talk of new Set(dropped.map((each) => each.talk))) {
    dropParts.run(talk)
    for (const row of dropTalk.all(talk)) dropContext.run(integerColumn(row, 'context'))
  }
}

/** Of a session that is being deleted, before anything of it is. */
export function hideTalks(database: DatabaseSync, session: number): void {
  database.prepare('DELETE FROM talk_part WHERE session = ?').run(session)
}

export const deleteUnusedFacts = `
  DELETE FROM fact WHERE exchange NOT IN (SELECT id FROM exchange);
  DELETE FROM talk_part WHERE session NOT IN (SELECT id FROM session);
  DELETE FROM talk WHERE id NOT IN (SELECT talk FROM fact);
  DELETE FROM talk_task WHERE talk NOT IN (SELECT id FROM talk);
  DELETE FROM context WHERE id NOT IN (SELECT context FROM talk WHERE context IS NOT NULL);
`
