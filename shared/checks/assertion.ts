// What a suite expects of a value: the value itself, operators, or the members and items inside it.

import { isList, isObject, memberOf, shown } from '../a2a/json-kinds.ts'
import type { JsonValue } from '../a2a/model.ts'
import { type Matches, operators } from './operators.ts'

/** Where a value was not what was expected. */
export interface Mismatch {
  /** `task.status.state`; empty for the whole. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}

const combining: ReadonlySet<string> = new Set(['one_of', 'all_of', 'any_of', 'not', 'items'])

/** Why nobody can hold a value against it: an operator that isn't known must never pass for a member. */
export function problemOf(assertion: JsonValue, path = ''): string | undefined {
  if (isList(assertion)) return first(assertion, (each, index) => problemOf(each, `${path}[${index}]`))
  if (!isObject(assertion)) return undefined
  const names = Object.keys(assertion)
  const known = names.filter((name) => isOperator(name, assertion[name]))
  const stray = names.find(
    (name) => !known.includes(name) && (known.length > 0 || looksLikeOperator(name, assertion[name])),
  )
  if (stray !== undefined) return `${path === '' ? '' : `${path}: `}“${stray}” isn’t a known operator`
  return first(names, (name) =>
    problemOf(assertion[name] ?? null, known.length > 0 ? path : joined(path, name)),
  )
}

/** What is wrong first, or undefined where the value is as expected. */
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
  if (!isObject(value) && names.length > 0 && !isNothing) return unlike(path, 'an object', value)
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

/** A list: item for item. One assertion: each of them. */
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
      return unlike(path, `one of ${listed.map((each) => shown(each)).join(', ')}`, value)
    case 'not':
      return mismatchOf(operand, value, matches, path)
        ? undefined
        : unlike(path, `anything but ${shown(operand)}`, value)
    case 'items':
      return itemsMismatch(operand, value, matches, path)
    default: {
      const operator = operators[name]
      if (operator?.holds(operand, value, matches)) return undefined
      return unlike(path, operator?.says(operand) ?? shown(operand), value)
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

/** A2A has no member of its own with an underscore; one that is looked for has an assertion behind it. */
function looksLikeOperator(name: string, operand: JsonValue | undefined): boolean {
  return /^[a-z]+(_[a-z]+)+$/.test(name) && !isObject(operand)
}

/** `{ history: { absent: true } }` holds for what has no members at all. */
function mayBeAbsent(assertion: JsonValue | undefined): boolean {
  return assertion !== undefined && mismatchOf(assertion, undefined, () => false) === undefined
}

function unlike(path: string, expected: string, value: JsonValue | undefined): Mismatch {
  return { path, expected, actual: shown(value) }
}

/** What the first says that says anything. */
export function first<T, R>(all: readonly T[], of: (each: T, index: number) => R | undefined): R | undefined {
  for (const [index, each] of all.entries()) {
    const found = of(each, index)
    if (found !== undefined) return found
  }
  return undefined
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
