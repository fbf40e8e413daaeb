// Assigns webhook calls to requests: to the first of their session that is about their task. Computed once, then
// updated from changes, whichever of the two is recorded first.

import { memoByObject } from '#shared/collections/memo.ts'
import { createSlices } from '../platform/async.ts'
import { integerColumn, textColumn } from './column.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'

interface Request {
  readonly id: number
  readonly agentId: string | null
}

interface CalledTasks {
  upTo: number
  readonly tasks: Map<string, { readonly calls: Set<number>; request: Request | undefined }>
}

export type WebhookCalls = ReturnType<typeof createWebhookCalls>

const rowsAtATime = 500

const changed = `SELECT exchange AS id, last_seq AS at, session || ' ' || task AS task, kind = 'webhook' AS isCall, agent
  FROM summary WHERE last_seq > ? AND task IS NOT NULL ORDER BY last_seq LIMIT ${rowsAtATime}`

const firstRequest = `SELECT y.exchange AS id, y.agent FROM summary w JOIN task t ON t.uid = w.task JOIN entry e ON e.task = t.id
  JOIN summary y ON y.exchange = e.exchange
  WHERE w.exchange = ? AND y.task = w.task AND y.session = w.session AND y.kind IS NOT 'webhook'
  ORDER BY e.exchange LIMIT 1`

export function createWebhookCalls() {
  const begin = () => memoByObject((): CalledTasks => ({ upTo: 0, tasks: new Map() }))
  let calledOf = begin()

  return {
    /** Up to everything written so far, in slices. */
    async catchUp(store: Store): Promise<void> {
      const breathe = createSlices()
      while (store.database.isOpen && !advance(store, calledOf(store))) await breathe()
    },
    /** Calls by their requests, both as numbers. */
    byRequest(store: Store): ReadonlyMap<number, readonly number[]> {
      const pairs = calledOf(store)
        .tasks.values()
        .flatMap(({ request, calls }) => (request === undefined ? [] : [[request.id, [...calls]] as const]))
      const byRequest = new Map<number, readonly number[]>()
      for (const [request, calls] of pairs)
        byRequest.set(request, [...(byRequest.get(request) ?? []), ...calls])
      return byRequest
    },
    /** Calls that are about no task of the agent, as numbers. */
    ofOthers(store: Store, agentId: string): readonly number[] {
      const tasks = [...calledOf(store).tasks.values()]
      return tasks.flatMap(({ request, calls }) => (request?.agentId === agentId ? [] : [...calls]))
    },
    forget() {
      calledOf = begin()
    },
  }
}

/** True when nothing is left. */
function advance(store: Store, called: CalledTasks): boolean {
  const rows = prepared(store, changed).all(called.upTo)
  for (const row of rows) {
    const id = integerColumn(row, 'id')
    const name = textColumn(row, 'task')
    const task = called.tasks.get(name)
    if (integerColumn(row, 'isCall') === 1) {
      if (task) task.calls.add(id)
      else called.tasks.set(name, { calls: new Set([id]), request: requestOf(store, id) })
    } else if (task && (task.request?.id ?? id) >= id) task.request = requestIn(row)
  }
  called.upTo = rows.length === 0 ? called.upTo : integerColumn(rows.at(-1), 'at')
  return rows.length < rowsAtATime
}

function requestOf(store: Store, call: number): Request | undefined {
  const row = prepared(store, firstRequest).get(call)
  return row && requestIn(row)
}

function requestIn(row: Readonly<Record<string, unknown>>): Request {
  const agentId = row['agent']
  return { id: integerColumn(row, 'id'), agentId: typeof agentId === 'string' ? agentId : null }
}
