// What is written down of an exchange: how it was asked for, how it was answered, and which facts it has told.

import type { Fact } from '#shared/story/facts.ts'
import { integerColumn, textColumn } from './column.ts'
import type { Begun } from './fact-teller.ts'
import { firstIn } from './per-store.ts'
import { prepared } from './prepared.ts'
import { kindNumber, packedOf, storedColumns, withNames } from './row.ts'
import type { Store } from './store.ts'

export function begunIn(stores: readonly Store[], exchangeId: string): Begun {
  const facts = stores.flatMap((store) => factsIn(store, exchangeId))
  const heads = stores.flatMap((store) => headsOf(store, exchangeId))
  const request = heads.find(({ packed }) => packed.kind === 'request')
  const response = heads.findLast(({ packed }) => packed.kind === 'response')
  const source = {
    ...(request?.packed.kind === 'request' && { call: request.packed.call, asked: request.taskId }),
    ...(response?.packed.kind === 'response' && { status: response.packed.status }),
    taskId: facts.find(({ taskId }) => taskId !== undefined)?.taskId,
  }
  return { source, facts }
}

function headsOf({ database }: Store, exchangeId: string) {
  const kinds = `${kindNumber('request')}, ${kindNumber('response')}`
  const sql = `SELECT ${storedColumns}, k.uid AS task FROM entry e ${withNames} LEFT JOIN task k ON k.id = e.task
    WHERE e.exchange = (SELECT id FROM exchange WHERE uid = ?) AND e.kind <> ${kindNumber('frame')} AND e.kind IN (${kinds}) ORDER BY e.seq`
  return database
    .prepare(sql)
    .all(exchangeId)
    .map((row) => ({ packed: packedOf(row), taskId: optional(row, 'task') }))
}

const facts = `SELECT f.*, x.uid, k.uid AS task_uid, c.uid AS context_uid FROM fact f JOIN exchange x ON x.id = f.exchange
  LEFT JOIN task k ON k.id = f.task LEFT JOIN context c ON c.id = f.context`

function factsIn({ database }: Store, exchangeId: string): readonly Fact[] {
  const ofOne = `${facts} WHERE f.exchange = (SELECT id FROM exchange WHERE uid = ?) ORDER BY f.place`
  return database.prepare(ofOne).all(exchangeId).map(factOfRow)
}

/** In the order in which each exchange told them. */
export function allFacts({ database }: Store): readonly (Fact & { readonly exchangeId: string })[] {
  return database
    .prepare(`${facts} ORDER BY f.exchange, f.place`)
    .all()
    .map((row) => ({ ...factOfRow(row), exchangeId: textColumn(row, 'uid') }))
}

/** The context of a fact's task, where any store has heard of it. */
export function contextIn(
  stores: readonly Store[],
  { taskId, agentId }: Pick<Fact, 'taskId' | 'agentId'>,
): string | undefined {
  const sql = `SELECT c.uid FROM conversation_task k JOIN conversation t ON t.id = k.conversation JOIN context c ON c.id = t.context
    WHERE k.task = (SELECT id FROM task WHERE uid = ?1) AND (?2 IS NULL OR t.agent = ?2) LIMIT 1`
  const found = firstIn(stores, (store) => prepared(store, sql).get(taskId ?? null, agentId ?? null))
  return found && textColumn(found, 'uid')
}

function factOfRow(row: Readonly<Record<string, unknown>>): Fact {
  return {
    seq: integerColumn(row, 'seq'),
    way: textColumn(row, 'way') as Fact['way'],
    kind: textColumn(row, 'kind') as Fact['kind'],
    agentId: optional(row, 'agent'),
    taskId: optional(row, 'task_uid'),
    contextId: optional(row, 'context_uid'),
    name: optional(row, 'name'),
  }
}

function optional(row: Readonly<Record<string, unknown>>, column: string): string | undefined {
  const value = row[column]
  return typeof value === 'string' ? value : undefined
}
