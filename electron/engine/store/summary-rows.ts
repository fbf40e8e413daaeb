// Summaries as they cross to a viewer.

import type { Severity } from '#shared/a2a/finding.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { integerColumn } from './column.ts'
import type { Store } from './store.ts'

type SqlRow = Readonly<Record<string, unknown>>

const columns = `y.*, s.uid AS session_uid, x.uid AS uid
  FROM summary y JOIN session s ON s.id = y.session JOIN exchange x ON x.id = y.exchange`

/** In the order of the ids, which are numbers of the store and nobody else's input. */
export function rowsOf(store: Store, ids: readonly number[]): readonly ExchangeRow[] {
  if (ids.length === 0) return []
  return store.database
    .prepare(`SELECT ${columns} WHERE y.exchange IN (${ids.join(',')}) ORDER BY y.exchange`)
    .all()
    .map(exchangeRow)
}

export function rowOf(store: Store, exchangeId: string): ExchangeRow | undefined {
  const found = store.database.prepare(`SELECT ${columns} WHERE x.uid = ?`).get(exchangeId)
  return found === undefined ? undefined : exchangeRow(found)
}

function exchangeRow(row: SqlRow): ExchangeRow {
  const mono = integerColumn(row, 'mono')
  const since = (column: string) =>
    row[column] === null ? null : Math.max(0, integerColumn(row, column) - mono)
  const findings: Record<Severity, number> = {
    error: integerColumn(row, 'errors'),
    warning: integerColumn(row, 'warnings'),
    info: integerColumn(row, 'infos'),
  }
  const known = {
    id: row['uid'],
    sessionId: row['session_uid'],
    kind: row['kind'] ?? 'raw',
    agentId: row['agent'],
    method: row['method'],
    url: row['url'],
    label: row['label'],
    operation: row['operation'],
    dialect: row['dialect'],
    binding: row['binding'],
    state: row['state'],
    failure: row['failure'],
    status: row['status'],
    code: row['code'],
    problem: row['problem'],
    sentBytes: integerColumn(row, 'sent'),
    receivedBytes: integerColumn(row, 'received'),
    startedAt: integerColumn(row, 'at'),
    startedMonoMs: mono,
    connectedMs: row['connected_ms'],
    headMs: row['head_ms'],
    firstFrameMs: since('frame_mono'),
    endedMs: since('end_mono'),
    frames: integerColumn(row, 'frames'),
    comments: integerColumn(row, 'comments'),
    findings,
    taskId: row['task'],
    contextId: row['context'],
    traceId: row['trace'],
    traceSpanId: row['trace_span'],
    traceContinued: row['trace_continued'] === 1 ? true : null,
    caller: row['caller'],
    program: row['program'],
    callerAgentId: row['caller_agent'] || null,
    callerGuess: row['caller_guess'] === 1 ? true : null,
    pinned: integerColumn(row, 'pinned') === 1,
    mark: row['mark'],
    note: row['note'],
    firstSeq: integerColumn(row, 'first_seq'),
    lastSeq: integerColumn(row, 'last_seq'),
  }
  // Columns are written by summaries.ts alone; what it does not know is null there and absent here.
  return Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== null),
  ) as unknown as ExchangeRow
}
