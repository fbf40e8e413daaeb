// A condition on an exchange in two forms side by side: for SQLite over its summary `y`, and for a page over its rows. A law
// requires the same results of both: renderer/page/filter-laws.test.ts.

import type { ExchangeRow } from '../record/exchange-row.ts'
import { hasWords, matchOf, wordsOf } from './words.ts'

export interface FilteredExchange {
  readonly row: ExchangeRow
  readonly sessionName: string
  /** All tasks that its entries are about. */
  readonly taskIds: readonly string[]
  /** Rules of its findings, each after a space. */
  readonly rules: string
  /** Whether the searchable text of one of its entries matches. */
  someText(isSo: (text: string) => boolean): boolean
}

type Value = string | number

export interface Condition {
  readonly sql: string
  readonly values: readonly Value[]
  matches(exchange: FilteredExchange): boolean
}

type Field = readonly [column: string, of: (exchange: FilteredExchange) => Value | undefined]

const fields = {
  agent: ['y.agent', ({ row }) => row.agentId],
  binding: ['y.binding', ({ row }) => row.binding],
  caller: ['y.caller', ({ row }) => row.caller],
  callerAgent: [`nullif(y.caller_agent, '')`, ({ row }) => row.callerAgentId],
  code: ['y.code', ({ row }) => row.code],
  context: ['y.context', ({ row }) => row.contextId],
  taskState: ['y.task_state', ({ row }) => row.taskState],
  dialect: ['y.dialect', ({ row }) => row.dialect],
  durationMs: ['max(0, y.end_mono - y.mono)', ({ row }) => row.endedMs],
  errors: ['y.errors', ({ row }) => row.findings.error],
  firstSeq: ['y.first_seq', ({ row }) => row.firstSeq],
  frames: ['y.frames', ({ row }) => row.frames],
  infos: ['y.infos', ({ row }) => row.findings.info],
  kind: [`coalesce(y.kind, 'raw')`, ({ row }) => row.kind],
  label: ['y.label', ({ row }) => row.label],
  mark: ['y.mark', ({ row }) => row.mark],
  method: ['y.method', ({ row }) => row.method],
  note: ['y.note', ({ row }) => row.note],
  operation: ['y.operation', ({ row }) => row.operation],
  pinned: ['y.pinned', ({ row }) => Number(row.pinned)],
  program: ['y.program', ({ row }) => row.program],
  received: ['y.received', ({ row }) => row.receivedBytes],
  rules: ['y.rules', ({ rules }) => rules],
  sent: ['y.sent', ({ row }) => row.sentBytes],
  session: ['(SELECT uid FROM session WHERE id = y.session)', ({ row }) => row.sessionId],
  sessionName: ['(SELECT title FROM session WHERE id = y.session)', ({ sessionName }) => sessionName],
  state: ['y.state', ({ row }) => row.state],
  status: ['y.status', ({ row }) => row.status],
  task: ['y.task', ({ row }) => row.taskId],
  trace: ['y.trace', ({ row }) => row.traceId],
  url: ['y.url', ({ row }) => row.url],
  warnings: ['y.warnings', ({ row }) => row.findings.warning],
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof fields

const comparisons = {
  ':': (value: number, amount: number) => value === amount,
  '>': (value: number, amount: number) => value > amount,
  '<': (value: number, amount: number) => value < amount,
  '>=': (value: number, amount: number) => value >= amount,
  '<=': (value: number, amount: number) => value <= amount,
}
export type FilterComparison = keyof typeof comparisons

export function is(name: FieldName, value: Value): Condition {
  return isOneOf(name, [value])
}

export function isOneOf(name: FieldName, values: readonly Value[]): Condition {
  const places = values.map(() => '?').join(',')
  return on(
    name,
    (column) => `${column} IN (${places})`,
    values,
    (value) => values.some((one) => one === value),
  )
}

export function isPresent(name: FieldName): Condition {
  return on(
    name,
    (column) => `${column} IS NOT NULL`,
    [],
    (value) => value !== undefined,
  )
}

export function compares(name: FieldName, comparison: FilterComparison, amount: number): Condition {
  const sign = comparison === ':' ? '=' : comparison
  const isSo = comparisons[comparison]
  return on(
    name,
    (column) => `${column} ${sign} ?`,
    [amount],
    (value) => typeof value === 'number' && isSo(value, amount),
  )
}

/** Ignores the case of ASCII, as do the next two, like SQLite. */
export function has(name: FieldName, part: string): Condition {
  return onText(
    name,
    (column) => `instr(${column}, ?) > 0`,
    part,
    (value, small) => value.includes(small),
  )
}

export function begins(name: FieldName, part: string): Condition {
  return onText(
    name,
    (column) => `instr(${column}, ?) = 1`,
    part,
    (value, small) => value.startsWith(small),
  )
}

export function reads(name: FieldName, whole: string): Condition {
  return onText(
    name,
    (column) => `${column} = ?`,
    whole,
    (value, small) => value === small,
  )
}

/** Includes a task that a stream mentioned only later. */
export function hasTask(part: string): Condition {
  const small = smallOf(part)
  return {
    sql: 'y.exchange IN (SELECT e.exchange FROM entry e JOIN task t ON t.id = e.task WHERE instr(lower(t.uid), ?) = 1)',
    values: [small],
    matches: ({ taskIds }) => taskIds.some((taskId) => smallOf(taskId).startsWith(small)),
  }
}

/**
 * One of its entries has all these words, or words that begin with them. For SQLite, bind `:found` to the exchanges that have
 * the words.
 */
export function hasEntryWith(text: string): Condition {
  const words = wordsOf(text)
  if (words.length === 0) return anyOf()
  return {
    sql: `y.exchange IN (SELECT value ->> 1 FROM json_each(:found) WHERE value ->> 0 = ?)`,
    values: [matchOf(words)],
    matches: ({ someText }) => someText(hasWords(words)),
  }
}

export function anyOf(...conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? '0' : `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
    values: conditions.flatMap(({ values }) => values),
    matches: (exchange) => conditions.some((each) => each.matches(exchange)),
  }
}

export function allOf(...conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? '1' : conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
    matches: (exchange) => conditions.every((each) => each.matches(exchange)),
  }
}

/** A column without a value does not match; its negation does. */
export function not({ sql, values, matches }: Condition): Condition {
  return { sql: `NOT coalesce((${sql}), 0)`, values, matches: (exchange) => !matches(exchange) }
}

function on(
  name: FieldName,
  sql: (column: string) => string,
  values: readonly Value[],
  isSo: (value: Value | undefined) => boolean,
): Condition {
  const [column, select] = fields[name]
  return { sql: sql(column), values, matches: (exchange) => isSo(select(exchange)) }
}

function onText(
  name: FieldName,
  sql: (column: string) => string,
  part: string,
  isSo: (value: string, small: string) => boolean,
): Condition {
  const small = smallOf(part)
  const inSmall = (column: string) => sql(`lower(${column})`)
  return on(name, inSmall, [small], (value) => typeof value === 'string' && isSo(smallOf(value), small))
}

/** Like `lower` of SQLite. */
export function smallOf(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
