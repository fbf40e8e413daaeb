// What a suite expects of a value: the value itself, operators, or its members and items.

import { isList, isObject, memberOf, named, shown } from '../a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '../a2a/model.ts'
import { type Matches, operators } from './operators.ts'

export interface Mismatch {
  /** `task.status.state`; empty for the whole value. */
  readonly path: string
  readonly expected: string
  readonly actual: string
  /** The verb of the sentence, if not `is`. */
  readonly verb?: 'has' | 'had'
}

/** `The answer: \`task.status.state\` is "…"; expected "…".` */
export function mismatchSentence(what: string, { path, expected, actual, verb }: Mismatch): string {
  const place = path === '' ? what : `${what}: \`${path}\``
  const state = actual === shown(undefined) ? 'missing' : actual
  return `${place} ${verb ?? 'is'} ${state}; expected ${expected}.`
}

const combining: ReadonlySet<string> = new Set(['one_of', 'all_of', 'any_of', 'not', 'items'])

/** Why it is not an assertion: an unsupported operator must not pass for a member. */
export function problemOf(assertion: JsonValue, path = ''): string | undefined {
  if (isList(assertion)) return first(assertion, (each, index) => problemOf(each, `${path}[${index}]`))
  if (!isObject(assertion)) return undefined
  const names = Object.keys(assertion)
  const operators = names.filter((name) => isOperator(name, assertion[name]))
  const stray = names.find(
    (name) => !operators.includes(name) && (operators.length > 0 || looksLikeOperator(name, assertion[name])),
  )
  if (stray !== undefined) return `${path === '' ? '' : `${path}: `}“${stray}” isn’t a known operator`
  return first(names, (name) =>
    problemOf(assertion[name] ?? null, operators.length > 0 ? path : joined(path, name)),
  )
}

/** The first mismatch, or undefined where the value is as expected. */
export function mismatchOf(
  assertion: JsonValue,
  value: JsonValue | undefined,
  matches: Matches,
  path = '',
): Mismatch | undefined {
  if (isList(assertion)) return listMismatch(assertion, value, matches, path)
  if (!isObject(assertion)) return value === assertion ? undefined : unlike(path, shown(assertion), value)
  const names = Object.keys(assertion)
  if (names.some((name) => isOperator(name, assertion[name]))) {
    return first(names, (name) => operatorMismatch(name, assertion[name] ?? null, value, matches, path))
  }
  const isNothing = value === undefined && names.every((name) => mayBeAbsent(assertion[name]))
  if (!isObject(value) && names.length > 0 && !isNothing) return unlike(path, expectation(assertion), value)
  return first(names, (name) =>
    mismatchOf(
      assertion[name] ?? null,
      isObject(value) ? memberOf(value, name) : undefined,
      matches,
      joined(path, name),
    ),
  )
}

function listMismatch(
  expected: readonly JsonValue[],
  value: JsonValue | undefined,
  matches: Matches,
  path: string,
): Mismatch | undefined {
  if (!isList(value)) return unlike(path, 'a list', value)
  return first(expected, (each, index) => mismatchOf(each, value[index], matches, `${path}[${index}]`))
}

/** A list is compared item by item; one assertion applies to each item. */
function itemsMismatch(
  operand: JsonValue,
  value: JsonValue | undefined,
  matches: Matches,
  path: string,
): Mismatch | undefined {
  if (isList(operand)) return listMismatch(operand, value, matches, path)
  return isList(value)
    ? listMismatch(
        value.map(() => operand),
        value,
        matches,
        path,
      )
    : unlike(path, 'a list', value)
}

function operatorMismatch(
  name: string,
  operand: JsonValue,
  value: JsonValue | undefined,
  matches: Matches,
  path: string,
): Mismatch | undefined {
  const listed = isList(operand) ? operand : []
  const misses = () => listed.map((each) => mismatchOf(each, value, matches, path))
  switch (name) {
    case 'all_of':
      return misses().find((miss) => miss !== undefined)
    case 'any_of':
    case 'one_of':
      if (misses().includes(undefined)) return undefined
      return unlike(path, alternatives(listed), value)
    case 'not':
      return mismatchOf(operand, value, matches, path)
        ? undefined
        : unlike(path, `anything but ${expectation(operand)}`, value)
    case 'items':
      return itemsMismatch(operand, value, matches, path)
    default: {
      const operator = operators[name]
      if (operator?.holds(operand, value, matches)) return undefined
      return unlike(path, operator?.describe(operand) ?? shown(operand), value)
    }
  }
}

function isOperator(name: string, operand: JsonValue | undefined): boolean {
  if (operand === undefined) return false
  if (name === 'not') return true
  if (name === 'items') return isList(operand) || isObject(operand)
  if (combining.has(name)) return isList(operand)
  return Object.hasOwn(operators, name) && operators[name]?.takes(operand) === true
}

/** Members of A2A have no underscores; one that a suite names has an assertion as its value. */
function looksLikeOperator(name: string, operand: JsonValue | undefined): boolean {
  return /^[a-z]+(_[a-z]+)+$/.test(name) && !isObject(operand)
}

/** `{ history: { absent: true } }` also matches a value without members. */
function mayBeAbsent(assertion: JsonValue | undefined): boolean {
  return assertion !== undefined && mismatchOf(assertion, undefined, () => false) === undefined
}

function unlike(path: string, expected: string, value: JsonValue | undefined): Mismatch {
  return { path, expected, actual: isObject(value) ? objectWith(Object.keys(value)) : shown(value) }
}

/** Completes "expected …". */
export function expectation(assertion: JsonValue): string {
  if (!isObject(assertion)) return shown(assertion)
  const names = Object.keys(assertion)
  const operators = names.filter((name) => isOperator(name, assertion[name]))
  if (operators.length > 0)
    return operators.map((name) => operatorExpectation(name, assertion[name] ?? null)).join(' and ')
  return objectWith(
    names.filter((name) => !mayBeAbsent(assertion[name])),
    assertion,
  )
}

function operatorExpectation(name: string, operand: JsonValue): string {
  if (name === 'not') return `anything but ${expectation(operand)}`
  if (name === 'items') return 'a list'
  if (!combining.has(name)) return operators[name]?.describe(operand) ?? shown(operand)
  const listed = isList(operand) ? operand : []
  return name === 'all_of' ? listed.map(expectation).join(' and ') : alternatives(listed)
}

/** Alternatives; objects by their distinguishing members. */
function alternatives(listed: readonly JsonValue[]): string {
  if (!listed.some(isObject)) return `one of ${listed.map((each) => shown(each)).join(', ')}`
  const all = listed.map(expectation)
  return all
    .map((each, index) => (index === 0 ? each : each.replace(/^an object(?= with)/, 'one')))
    .join(', or ')
}

/** Members of an object that a sentence names. */
const maxNamedMembers = 3

/** `values`: the expected ones, where they are scalars. */
function objectWith(names: readonly string[], values: JsonObject = {}): string {
  if (names.length === 0) return 'an object'
  const all = names.slice(0, maxNamedMembers).map((name) => {
    const value = memberOf(values, name)
    const isSingle = value !== undefined && (value === null || typeof value !== 'object')
    const shownName = name === '' ? 'an unnamed member' : named(name)
    return isSingle ? `${shownName} ${shown(value)}` : shownName
  })
  const more = names.length - all.length
  if (more > 0) all.push(more === 1 ? '1 more member' : `${more} more members`)
  const last = all.pop() ?? ''
  return `an object with ${all.length === 0 ? last : `${all.join(', ')} and ${last}`}`
}

/** The first result other than undefined. */
export function first<T, R>(
  all: readonly T[],
  select: (each: T, index: number) => R | undefined,
): R | undefined {
  for (const [index, each] of all.entries()) {
    const match = select(each, index)
    if (match !== undefined) return match
  }
  return undefined
}

function joined(path: string, name: string): string {
  if (!/^[^\s.[\]"`]+$/.test(name)) return `${path}[${shown(name)}]`
  return path === '' ? name : `${path}.${name}`
}
