// The filter language of the wire: `method:message/stream status:error size>10k -kind:card "free text"`. All terms are
// required, alternatives of one term are separated by commas, `-` negates a term. Parsing never throws: an invalid term is an
// error with its place, and the other terms still count.

import type { FilterComparison } from './condition.ts'
import {
  choiceOf,
  type FilterKey,
  filterKeyNames,
  isFilterKey,
  type KeyFacts,
  keyFacts,
} from './filter-keys.ts'

interface Span {
  readonly start: number
  readonly end: number
}

export type FilterTerm = Span & { readonly negated: boolean } & (
    | { readonly kind: 'words'; readonly text: string }
    | { readonly kind: 'texts'; readonly key: FilterKey; readonly values: readonly string[] }
    | {
        readonly kind: 'amounts'
        readonly key: FilterKey
        readonly comparison: FilterComparison
        readonly amounts: readonly number[]
      }
  )

interface FilterError extends Span {
  readonly message: string
}

export interface ParsedFilter {
  readonly terms: readonly FilterTerm[]
  readonly errors: readonly FilterError[]
}

/** A part between spaces; quotes keep spaces together. */
export interface FilterToken extends Span {
  readonly text: string
  readonly openQuote: boolean
}

/** Of a filter; the box takes no more. */
export const maxFilterChars = 2_000

export function parseFilter(text: string): ParsedFilter {
  const terms: FilterTerm[] = []
  const errors: FilterError[] = []
  for (const token of filterTokensOf(text)) {
    const term = termOf(token)
    if ('message' in term) errors.push(term)
    else terms.push(term)
  }
  return { terms, errors }
}

export function* filterTokensOf(text: string): Generator<FilterToken> {
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const start = at
    let quoted = false
    while (at < text.length && (quoted || !/\s/.test(text[at] ?? ''))) {
      if (text[at] === '"') quoted = !quoted
      at += 1
    }
    yield { start, end: at, text: text.slice(start, at), openQuote: quoted }
  }
}

const fieldPattern = /^(-?)([a-z]+)(:|>=|<=|>|<|=)(.*)$/is

function termOf(token: FilterToken): FilterTerm | FilterError {
  const { start, end } = token
  if (token.openQuote) return { start, end, message: 'A quote is not closed.' }
  const field = fieldPattern.exec(token.text)
  // A URL is searched as it is.
  if (field === null || field[4]?.startsWith('//')) return wordsOf(token)
  const [, minus = '', name = '', sign = ':', rest = ''] = field
  const key = name.toLowerCase()
  if (!isFilterKey(key)) {
    const near = nearestOf(key)
    const advice = near === undefined ? 'Put it in quotes to look for it as text.' : `Did you mean ${near}:?`
    return { start, end, message: `Nothing is called “${name}” to filter by. ${advice}` }
  }
  const values = alternativesOf(rest)
  if (values.length === 0) return { start, end, message: `${key}: needs a value: ${keyFacts(key).hint}.` }
  const comparison = sign === '=' ? ':' : (sign as FilterComparison)
  return fieldOf({ start, end, negated: minus === '-' }, key, comparison, values)
}

function fieldOf(
  base: Span & { readonly negated: boolean },
  key: FilterKey,
  comparison: FilterComparison,
  values: readonly string[],
): FilterTerm | FilterError {
  const facts = keyFacts(key)
  const wrong = (message: string): FilterError => ({ start: base.start, end: base.end, message })
  const numeric = facts.type === 'amount' || (facts.field !== undefined && comparison !== ':')
  if (numeric) {
    const amounts = values.map((value) => amountOf(value, facts))
    const index = amounts.indexOf(undefined)
    if (index >= 0) return wrong(`“${values[index]}” isn’t an amount. ${keyFacts(key).hint}.`)
    return {
      ...base,
      kind: 'amounts',
      key,
      comparison,
      amounts: amounts.filter((each) => each !== undefined),
    }
  }
  if (comparison !== ':') return wrong(`${key} cannot be compared; write ${key}:${values[0]}.`)
  if (facts.type === 'choice') {
    const bad = values.find((value) => choiceOf(facts, value.toLowerCase()) === undefined)
    if (bad !== undefined) {
      return wrong(`“${bad}” is none of ${Object.keys(facts.choices).join(', ')}; ${key} is ${facts.hint}.`)
    }
    return { ...base, kind: 'texts', key, values: values.map((value) => value.toLowerCase()) }
  }
  return { ...base, kind: 'texts', key, values }
}

function amountOf(value: string, facts: KeyFacts): number | undefined {
  const units: Readonly<Record<string, number>> = facts.type === 'amount' ? facts.units : { '': 1 }
  const [, digits = '', unit = ''] = /^(-?\d{1,15}(?:\.\d{1,6})?)([a-z]*)$/i.exec(value) ?? []
  const factor = units[unit.toLowerCase()]
  return digits === '' || factor === undefined ? undefined : Number(digits) * factor
}

function wordsOf({ start, end, text }: FilterToken): FilterTerm | FilterError {
  const negated = text.startsWith('-') && text.length > 1
  const bare = (negated ? text.slice(1) : text).replaceAll('"', '')
  if (!/[\p{L}\p{N}]/u.test(bare)) return { start, end, message: 'It contains no word to search for.' }
  return { start, end, negated, kind: 'words', text: bare }
}

/** Separated by commas outside of quotes. */
function alternativesOf(text: string): readonly string[] {
  const values: string[] = []
  let current = ''
  let quoted = false
  for (const char of text) {
    if (char === '"') quoted = !quoted
    else if (char === ',' && !quoted) {
      values.push(current)
      current = ''
    } else current += char
  }
  return [...values, current].filter((value) => value !== '')
}

const alike: Readonly<Record<string, FilterKey>> = {
  duration: 'dur',
  took: 'dur',
  time: 'dur',
  ms: 'dur',
  path: 'url',
  host: 'url',
  rpc: 'method',
  verb: 'method',
  type: 'kind',
  direction: 'kind',
  error: 'code',
  ctx: 'context',
  bytes: 'size',
  rule: 'finding',
  findings: 'finding',
  dialect: 'version',
}

/** The key that was probably meant. */
function nearestOf(name: string): FilterKey | undefined {
  if (Object.hasOwn(alike, name)) return alike[name]
  const begins = filterKeyNames.find((key) => key.startsWith(name.slice(0, 3)) || name.startsWith(key))
  return name.length < 3 ? undefined : begins
}
