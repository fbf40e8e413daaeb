// Filters of entries as SQL. All are evaluated in the database: only matches are sent to a viewer.

import type { EntryKind } from '#shared/record/entry.ts'
import { entryKinds, kindNumber } from './row.ts'

export interface EntryFilter {
  readonly sessionId?: string
  readonly exchangeId?: string
  /** Entries about this task, and the first and last entries of the exchanges it appeared in. */
  readonly taskId?: string
  readonly kinds?: readonly EntryKind[]
}

export interface Clause {
  readonly where: string
  readonly values: readonly (string | number)[]
}

const frame = kindNumber('frame')

export function toClause(filter: EntryFilter | undefined): Clause {
  const parts: Clause[] = []
  const add = (where: string, ...values: (string | number)[]) => parts.push({ where, values })
  if (filter?.sessionId !== undefined) {
    add('e.session = (SELECT id FROM session WHERE uid = ?)', filter.sessionId)
  }
  if (filter?.exchangeId !== undefined) {
    add('e.exchange = (SELECT id FROM exchange WHERE uid = ?)', filter.exchangeId)
  }
  if (filter?.taskId !== undefined) {
    const task = '(SELECT id FROM task WHERE uid = ?)'
    const around = `SELECT seq FROM entry WHERE kind <> ${frame} AND task IS NULL AND exchange IN (SELECT exchange FROM entry WHERE task = ${task})`
    add(`(e.task = ${task} OR e.seq IN (${around}))`, filter.taskId, filter.taskId)
  }
  if (filter?.kinds !== undefined) {
    const { where, values } = kindClause(new Set(filter.kinds), filter.exchangeId)
    add(where, ...values)
  }
  return {
    where: parts.length === 0 ? '' : parts.map((part) => part.where).join(' AND '),
    values: parts.flatMap((part) => part.values),
  }
}

/** Counting frames by a scan would be slow: all other rows are counted and subtracted. */
export function withoutFrameKind(
  filter: EntryFilter,
): { readonly all: EntryFilter; readonly except: EntryFilter } | undefined {
  const { kinds, ...all } = filter
  if (kinds === undefined || !kinds.includes('frame')) return undefined
  return { all, except: { ...all, kinds: entryKinds.filter((kind) => !kinds.includes(kind)) } }
}

/** Uses the index of all kinds but frames, included or excluded; within one exchange, its part of that index. */
function kindClause(kinds: ReadonlySet<EntryKind>, exchangeId: string | undefined): Clause {
  const rare = entryKinds.filter((kind) => kind !== 'frame' && kinds.has(kind) !== kinds.has('frame'))
  const within = exchangeId === undefined ? '' : 'exchange = (SELECT id FROM exchange WHERE uid = ?) AND'
  const rows = `SELECT seq FROM entry WHERE ${within} kind <> ${frame} AND kind IN (${rare.map(kindNumber).join(',')})`
  return {
    where: `e.seq ${kinds.has('frame') ? 'NOT IN' : 'IN'} (${rows})`,
    values: exchangeId === undefined ? [] : [exchangeId],
  }
}
