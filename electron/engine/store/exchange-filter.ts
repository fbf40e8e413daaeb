// The filter of the wire's list as SQL over summaries: only what matches crosses to a viewer.

import type { FilterComparison, FilterKey } from '#shared/filter/filter-keys.ts'
import type { FilterTerm } from '#shared/filter/parse-filter.ts'
import { toMatch } from './filter.ts'

export interface ExchangeFilter {
  readonly terms: readonly FilterTerm[]
  /** Only what this session holds. */
  readonly sessionId?: string
  /** Exchanges that began after this entry: what stood before a view was cleared is left out, unless it is pinned. */
  readonly after?: number
  /** Agents whose name has a text: names live elsewhere. */
  readonly agentsNamed: (text: string) => readonly string[]
}

interface Part {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** Over a summary named `y`. */
export function exchangeClause({ terms, sessionId, after = 0, agentsNamed }: ExchangeFilter): Part {
  const parts = terms.map((term) => termPart(term, agentsNamed))
  if (sessionId !== undefined) {
    parts.push({ sql: 'y.session = (SELECT id FROM session WHERE uid = ?)', values: [sessionId] })
  }
  if (after > 0) parts.push({ sql: '(y.first_seq > ? OR y.pinned = 1)', values: [after] })
  if (parts.length === 0) return { sql: '1', values: [] }
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
}

export function looksIntoText(terms: readonly FilterTerm[]): boolean {
  return terms.some(({ kind }) => kind === 'words')
}

type AgentsNamed = ExchangeFilter['agentsNamed']

function termPart(term: FilterTerm, agentsNamed: AgentsNamed): Part {
  const part = positive(term, agentsNamed)
  // A column that says nothing does not match; turned around, it does.
  return term.negated ? { ...part, sql: `NOT coalesce((${part.sql}), 0)` } : { ...part, sql: `(${part.sql})` }
}

function positive(term: FilterTerm, agentsNamed: AgentsNamed): Part {
  switch (term.kind) {
    case 'words':
      return wordsPart(term.text)
    case 'amounts':
      return anyOf(term.amounts.map((amount) => amountPart(term.key, term.comparison, amount)))
    case 'texts':
      return anyOf(term.values.map((value) => textPart(term.key, value, agentsNamed)))
  }
}

function anyOf(parts: readonly Part[]): Part {
  return { sql: parts.map(({ sql }) => sql).join(' OR '), values: parts.flatMap(({ values }) => values) }
}

function wordsPart(text: string): Part {
  const like = has(text)
  const own = `y.label LIKE ? ESCAPE '\\' OR y.url LIKE ? ESCAPE '\\' OR y.note LIKE ? ESCAPE '\\'`
  const match = toMatch(text)
  if (match === undefined) return { sql: own, values: [like, like, like] }
  const row = 'SELECT max(seq) FROM entry WHERE seq <= f.rowid'
  const inside = `SELECT e.exchange FROM search f JOIN entry e ON e.seq = (${row}) AND e.seq + e.n > f.rowid WHERE f.search MATCH ?`
  return { sql: `${own} OR y.exchange IN (${inside})`, values: [like, like, like, match] }
}

const amountColumns: Partial<Record<FilterKey, string>> = {
  status: 'y.status',
  code: 'y.code',
  size: 'y.received',
  sent: 'y.sent',
  dur: '(y.end_mono - y.mono)',
  frames: 'y.frames',
}

function amountPart(key: FilterKey, comparison: FilterComparison, amount: number): Part {
  const sign = comparison === ':' ? '=' : comparison
  return { sql: `${amountColumns[key] ?? 'NULL'} ${sign} ?`, values: [amount] }
}

function textPart(key: FilterKey, value: string, agentsNamed: AgentsNamed): Part {
  switch (key) {
    case 'method':
      return { sql: `y.label LIKE ? ESCAPE '\\' OR y.method LIKE ?`, values: [has(value), value] }
    case 'url':
      return { sql: `y.url LIKE ? ESCAPE '\\'`, values: [has(value)] }
    case 'note':
      return { sql: `y.note LIKE ? ESCAPE '\\'`, values: [has(value)] }
    case 'context':
      return { sql: `y.context LIKE ? ESCAPE '\\'`, values: [begins(value)] }
    case 'task':
      return taskPart(value)
    case 'version':
      return { sql: `y.dialect LIKE ? ESCAPE '\\'`, values: [begins(value)] }
    case 'session':
      return {
        sql: `y.session IN (SELECT id FROM session WHERE uid LIKE ? ESCAPE '\\' OR title LIKE ? ESCAPE '\\')`,
        values: [begins(value), has(value)],
      }
    case 'agent': {
      const ids = agentsNamed(value)
      return { sql: `y.agent IN (${ids.map(() => '?').join(',')})`, values: ids }
    }
    case 'kind':
      return value === 'stream'
        ? { sql: `y.frames > 0 OR y.operation IN ('stream', 'subscribe')`, values: [] }
        : { sql: 'y.kind = ?', values: [value] }
    case 'status':
      return statusPart(value)
    case 'binding':
      return { sql: 'y.binding = ?', values: [bindings[value] ?? value] }
    case 'finding':
      return findingPart(value)
    case 'is':
      return { sql: flags[value] ?? '0', values: [] }
    case 'code':
    case 'size':
    case 'sent':
    case 'dur':
    case 'frames':
      return { sql: '0', values: [] }
  }
}

const bindings: Readonly<Record<string, string>> = { jsonrpc: 'JSONRPC', rest: 'HTTP+JSON', grpc: 'GRPC' }
const flags: Readonly<Record<string, string>> = {
  pinned: 'y.pinned = 1',
  marked: 'y.mark IS NOT NULL',
  noted: 'y.note IS NOT NULL',
}

/** Also the tasks that a stream came to speak of later. */
function taskPart(value: string): Part {
  const inside = `SELECT e.exchange FROM entry e JOIN task t ON t.id = e.task WHERE t.uid LIKE ? ESCAPE '\\'`
  return {
    sql: `y.task LIKE ? ESCAPE '\\' OR y.exchange IN (${inside})`,
    values: [begins(value), begins(value)],
  }
}

const isError = `y.state = 'failed' OR y.status >= 400 OR y.code IS NOT NULL`

function statusPart(value: string): Part {
  switch (value) {
    case 'error':
      return { sql: isError, values: [] }
    case 'ok':
      return { sql: `y.state = 'done' AND NOT coalesce(${isError}, 0)`, values: [] }
    case 'open':
    case 'failed':
      return { sql: 'y.state = ?', values: [value] }
  }
  if (!value.endsWith('xx')) return { sql: 'y.status = ?', values: [Number(value)] }
  const from = Number(value[0]) * 100
  return { sql: 'y.status BETWEEN ? AND ?', values: [from, from + 99] }
}

function findingPart(value: string): Part {
  switch (value) {
    case 'error':
      return { sql: 'y.errors > 0', values: [] }
    case 'warning':
      return { sql: 'y.errors + y.warnings > 0', values: [] }
    case 'info':
    case 'any':
      return { sql: 'y.errors + y.warnings + y.infos > 0', values: [] }
    case 'none':
      return { sql: 'y.errors + y.warnings + y.infos = 0', values: [] }
    default:
      return { sql: `y.rules LIKE ? ESCAPE '\\'`, values: [has(` ${value}`)] }
  }
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (char) => `\\${char}`)
}

function has(text: string): string {
  return `%${escaped(text)}%`
}

function begins(text: string): string {
  return `${escaped(text)}%`
}
