// Whether data is a table: a list of records with mostly the same members, or of lists; at the top or as the only list of an
// object.

import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { maxTableColumns } from './csv.ts'

export interface Tabular {
  readonly head: readonly string[]
  readonly rows: readonly JsonValue[]
}

// Rows sampled to find a table's columns.
const maxSampledRows = 200

export function tabular(data: JsonValue): Tabular | undefined {
  const rows = listIn(data)
  if (!rows || rows.length === 0) return undefined
  const sample = rows.slice(0, maxSampledRows)
  if (sample.every((row) => Array.isArray(row))) {
    const width = Math.min(
      maxTableColumns,
      Math.max(...sample.map((row) => (Array.isArray(row) ? row.length : 0))),
    )
    return width < 2 ? undefined : { head: Array.from({ length: width }, (_, index) => String(index)), rows }
  }
  if (!sample.every(isObject)) return undefined
  const names = new Set<string>()
  let members = 0
  for (const row of sample) {
    for (const name of Object.keys(row)) {
      if (names.size < maxTableColumns) names.add(name)
      members++
    }
  }
  // Records with little in common would leave most cells empty.
  const filled = members / (sample.length * Math.max(1, names.size))
  return names.size > 0 && filled >= 0.5 ? { head: [...names], rows } : undefined
}

export function cellsOf(row: JsonValue | undefined, head: readonly string[]): readonly string[] {
  if (Array.isArray(row)) return head.map((_, index) => cellText(row[index]))
  return isObject(row) ? head.map((name) => cellText(row[name])) : []
}

function cellText(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function listIn(data: JsonValue): readonly JsonValue[] | undefined {
  if (Array.isArray(data)) return data
  if (!isObject(data)) return undefined
  const lists = Object.values(data).filter((value) => Array.isArray(value))
  const [only] = lists
  return lists.length === 1 && Array.isArray(only) && only.some(isObject) ? only : undefined
}
