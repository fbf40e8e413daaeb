// Derives facts from entries before they are written, each fact once per exchange. The state this needs is cached while
// an exchange is open, and read back for one that was begun earlier.

import type { TaskState } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { Packed } from '#shared/record/run.ts'
import { type Fact, type FactSource, factsOf } from '#shared/story/facts.ts'
import type { Reading } from '#shared/story/reading.ts'
import { reportInternalError } from '../platform/guarded.ts'
import { integerColumn, textColumn } from './column.ts'
import { kindNumber, packedOf, storedColumns, withNames } from './row.ts'
import type { RowToWrite } from './run.ts'
import { firstMatch, prepared } from './statements.ts'
import type { Store } from './store.ts'

const facts = `SELECT f.*, x.uid, k.uid AS task_uid, c.uid AS context_uid FROM fact f JOIN exchange x ON x.id = f.exchange
  LEFT JOIN task k ON k.id = f.task LEFT JOIN context c ON c.id = f.context`

interface Begun {
  readonly source: FactSource
  readonly facts: readonly Fact[]
}

interface FactWriterDeps {
  readonly reading: Reading
  /** The written part of an exchange. */
  readonly begun: (exchangeId: string) => Begun
}

// Open exchanges whose facts are not repeated; beyond this a fact may be stored twice, and is shown once.
const maxOpenExchanges = 20_000
// Facts of one exchange that it is found by; all its entries are recorded.
const maxFacts = 2_000
// Ids of artifacts and messages of one exchange that it is found by; all its entries are recorded.
const maxFactNames = 200

interface Open {
  source: FactSource
  last: Fact | undefined
  readonly keys: Set<string>
  names: number
}

/** Returns the same rows with their facts. */
export function createFactWriter({ reading, begun }: FactWriterDeps) {
  const open = new Map<string, Open>()

  const openOf = ({ exchangeId, kind }: Packed): Open => {
    const existing = open.get(exchangeId)
    if (existing) return existing
    const isFirst = kind === 'request' || kind === 'webhook'
    const { source, facts } = isFirst ? nothing : begun(exchangeId)
    const state = { source, last: undefined, keys: new Set(facts.map(keyOf)), names: 0 }
    // Evicted exchanges are read back.
    if (open.size >= maxOpenExchanges) open.clear()
    open.set(exchangeId, state)
    return state
  }
  const news = (state: Open, newest: Fact): Fact | undefined => {
    if (state.last && isSame(state.last, newest)) return undefined
    state.last = newest
    if (state.keys.has(keyOf(newest))) return undefined
    const fact =
      newest.name !== undefined && state.names >= maxFactNames ? { ...newest, name: undefined } : newest
    const key = keyOf(fact)
    if (state.keys.has(key) || state.keys.size >= maxFacts) return undefined
    state.keys.add(key)
    if (fact.name !== undefined) state.names += 1
    if (state.source.taskId === undefined) state.source = { ...state.source, taskId: fact.taskId }
    return fact
  }

  const withFacts = (row: RowToWrite): RowToWrite => {
    const { packed, taskId } = row
    if (isSilent(packed)) return row
    const state = openOf(packed)
    const { kind } = packed
    if (kind === 'request') state.source = { call: packed.call, requested: taskId }
    if (kind === 'response') state.source = { ...state.source, status: packed.status }
    if (kind === 'end' || kind === 'failure' || kind === 'webhook') open.delete(packed.exchangeId)
    const all = factsOf(packed, state.source, reading)
    const facts = all.flatMap((fact) => news(state, fact) ?? [])
    const taskState = lastStateOf(all, state.source.taskId)
    return { ...row, ...(facts.length > 0 && { facts }), ...defined({ taskState }) }
  }

  return (rows: readonly RowToWrite[]): readonly RowToWrite[] =>
    rows.map((row) => {
      try {
        return withFacts(row)
      } catch (error) {
        // A bug in the facts must not lose an entry.
        reportInternalError({ where: 'record facts', error })
        return row
      }
    })
}

const nothing: Begun = { source: {}, facts: [] }

/** No facts follow from it, and it needs no state of its exchange. */
function isSilent(packed: Packed): boolean {
  if (packed.kind === 'note' || packed.kind === 'redirect') return true
  return packed.kind === 'frame' && packed.framing === 'sse-comment'
}

/** The state of the request's task. A webhook call ends with its request in any state, and a list is about many tasks. */
function lastStateOf(facts: readonly Fact[], taskId: string | undefined): TaskState | undefined {
  const isOfOne = ({ way }: Fact) => way !== 'list' && way !== 'push'
  return facts.findLast((fact) => fact.taskId === taskId && isOfOne(fact) && fact.state)?.state
}

function isSame(one: Fact, other: Fact): boolean {
  return (
    one.kind === other.kind &&
    one.way === other.way &&
    one.taskId === other.taskId &&
    one.contextId === other.contextId &&
    one.name === other.name
  )
}

function keyOf({ way, kind, taskId, contextId, name }: Fact): string {
  return JSON.stringify([way, kind, taskId, contextId, name])
}

// The written part of an exchange: its request, its response and its facts.

export function begunIn(stores: readonly Store[], exchangeId: string): Begun {
  const facts = stores.flatMap((store) => factsIn(store, exchangeId))
  const heads = stores.flatMap((store) => headsOf(store, exchangeId))
  const request = heads.find(({ packed }) => packed.kind === 'request')
  const response = heads.findLast(({ packed }) => packed.kind === 'response')
  const source = {
    ...(request?.packed.kind === 'request' && { call: request.packed.call, requested: request.taskId }),
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

function factsIn({ database }: Store, exchangeId: string): readonly Fact[] {
  const ofOne = `${facts} WHERE f.exchange = (SELECT id FROM exchange WHERE uid = ?) ORDER BY f.place`
  return database.prepare(ofOne).all(exchangeId).map(factOfRow)
}

/** In the order of each exchange. */
export function allFacts({ database }: Store): readonly (Fact & { readonly exchangeId: string })[] {
  return database
    .prepare(`${facts} ORDER BY f.exchange, f.place`)
    .all()
    .map((row) => ({ ...factOfRow(row), exchangeId: textColumn(row, 'uid') }))
}

export function contextIn(
  stores: readonly Store[],
  { taskId, agentId }: Pick<Fact, 'taskId' | 'agentId'>,
): string | undefined {
  const sql = `SELECT c.uid FROM conversation_task k JOIN conversation t ON t.id = k.conversation JOIN context c ON c.id = t.context
    WHERE k.task = (SELECT id FROM task WHERE uid = ?1) AND (?2 IS NULL OR t.agent = ?2) LIMIT 1`
  const row = firstMatch(stores, (store) => prepared(store, sql).get(taskId ?? null, agentId ?? null))
  return row && textColumn(row, 'uid')
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
