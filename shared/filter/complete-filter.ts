// Completions at the cursor: keys, then the values of a key.

import { type FilterKey, filterKeyNames, isFilterKey, keyFacts } from './filter-keys.ts'
import { filterTokensOf } from './parse-filter.ts'

interface FilterOption {
  /** Replaces the text between `from` and `to` of the completion. */
  readonly text: string
  readonly hint: string
}

export interface FilterCompletion {
  readonly from: number
  readonly to: number
  readonly options: readonly FilterOption[]
}

/** Values in the record, by key: methods, agents, tasks. */
export type SeenValues = Partial<Readonly<Record<FilterKey, readonly string[]>>>

/** Completions offered while a filter is typed; another letter narrows them. */
const maxCompletions = 12

export function completeFilter(text: string, cursor: number, observed: SeenValues = {}): FilterCompletion {
  const token = filterTokensOf(text).find(({ start, end }) => start <= cursor && cursor <= end)
  if (token === undefined) return { from: cursor, to: cursor, options: keysLike('', cursor > 0) }
  const typed = text.slice(token.start, cursor)
  const [, minus = '', name = '', sign, value = ''] = /^(-?)([a-z]*)(:|>=|<=|>|<|=)?(.*)$/is.exec(typed) ?? []
  const key = name.toLowerCase()
  const from = token.start + minus.length
  if (sign === undefined) return { from, to: token.end, options: value === '' ? keysLike(key, true) : [] }
  if (!isFilterKey(key)) return { from, to: token.end, options: [] }
  const current = value.split(',').at(-1) ?? ''
  return {
    from: cursor - current.length,
    to: token.end,
    options: valuesLike(key, current.replaceAll('"', ''), observed),
  }
}

function keysLike(prefix: string, many: boolean): readonly FilterOption[] {
  return filterKeyNames
    .filter((key) => key.startsWith(prefix))
    .slice(0, many ? maxCompletions : filterKeyNames.length)
    .map((key) => {
      const { type, hint } = keyFacts(key)
      return { text: type === 'amount' && key !== 'code' ? `${key}>` : `${key}:`, hint }
    })
}

function valuesLike(key: FilterKey, typed: string, observed: SeenValues): readonly FilterOption[] {
  const facts = keyFacts(key)
  const small = typed.toLowerCase()
  const own = facts.type === 'choice' ? Object.keys(facts.choices) : []
  const fitting = [...new Set([...own, ...(observed[key] ?? [])])].filter(
    (value) => value.toLowerCase().includes(small) && value.toLowerCase() !== small,
  )
  const begins = (value: string) => value.toLowerCase().startsWith(small)
  return [...fitting.filter(begins), ...fitting.filter((value) => !begins(value))]
    .slice(0, maxCompletions)
    .map((value) => ({ text: /[\s,"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value, hint: '' }))
}
