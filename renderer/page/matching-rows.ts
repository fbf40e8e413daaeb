// The filter of the wire where no engine can be asked: the same terms, over the rows a page carries. Words are looked for in
// what a row shows; what lies in bodies is not indexed here.

import type { FilterComparison, FilterKey } from '#shared/filter/filter-keys.ts'
import { type FilterTerm, parseFilter } from '#shared/filter/parse-filter.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'

export function matchingRows(rows: readonly ExchangeRow[], filter: string): readonly ExchangeRow[] {
  const { terms } = parseFilter(filter)
  return rows.filter((row) => terms.every((term) => matches(row, term) !== term.negated))
}

function matches(row: ExchangeRow, term: FilterTerm): boolean {
  switch (term.kind) {
    case 'words':
      return [row.label, row.url, row.note ?? '', row.problem ?? ''].some((text) => has(text, term.text))
    case 'texts':
      return term.values.some((value) => matchesText(row, term.key, value))
    case 'amounts':
      return term.amounts.some((amount) => compare(amountOf(row, term.key), term.comparison, amount))
  }
}

function matchesText(row: ExchangeRow, key: FilterKey, value: string): boolean {
  switch (key) {
    case 'method':
      return has(row.label, value) || row.method.toLowerCase() === value.toLowerCase()
    case 'url':
      return has(row.url, value)
    case 'note':
      return has(row.note ?? '', value)
    case 'task':
      return row.taskId?.startsWith(value) === true
    case 'context':
      return row.contextId?.startsWith(value) === true
    case 'version':
      return row.dialect?.startsWith(value) === true
    case 'agent':
      return row.agentId === value
    case 'kind':
      return value === 'stream' ? row.frames > 0 || row.operation === 'stream' : row.kind === value
    case 'status':
      return matchesStatus(row, value)
    case 'binding':
      return row.binding === bindings[value]
    case 'finding':
      return matchesFinding(row, value)
    case 'is':
      return (
        { pinned: row.pinned, marked: row.mark !== undefined, noted: row.note !== undefined }[value] === true
      )
    case 'session':
      return true
    case 'code':
    case 'size':
    case 'sent':
    case 'dur':
    case 'frames':
      return false
  }
}

const bindings: Readonly<Record<string, string>> = { jsonrpc: 'JSONRPC', rest: 'HTTP+JSON', grpc: 'GRPC' }

function matchesStatus(row: ExchangeRow, value: string): boolean {
  const { state, status = 0, code } = row
  const isError = state === 'failed' || status >= 400 || code !== undefined
  switch (value) {
    case 'error':
      return isError
    case 'ok':
      return state === 'done' && !isError
    case 'open':
    case 'failed':
      return state === value
  }
  return value.endsWith('xx') ? Math.floor(status / 100) === Number(value[0]) : status === Number(value)
}

function matchesFinding({ findings: { error, warning, info } }: ExchangeRow, value: string): boolean {
  switch (value) {
    case 'error':
      return error > 0
    case 'warning':
      return error + warning > 0
    case 'none':
      return error + warning + info === 0
    default:
      return error + warning + info > 0
  }
}

function amountOf(row: ExchangeRow, key: FilterKey): number | undefined {
  switch (key) {
    case 'status':
      return row.status
    case 'code':
      return row.code
    case 'size':
      return row.receivedBytes
    case 'sent':
      return row.sentBytes
    case 'dur':
      return row.endedMs
    case 'frames':
      return row.frames
    default:
      return undefined
  }
}

function compare(value: number | undefined, comparison: FilterComparison, amount: number): boolean {
  if (value === undefined) return false
  switch (comparison) {
    case ':':
      return value === amount
    case '>':
      return value > amount
    case '<':
      return value < amount
    case '>=':
      return value >= amount
    case '<=':
      return value <= amount
  }
}

function has(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}
