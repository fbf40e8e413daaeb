// `task.artifacts[*].parts[0].text`: paths of captures, conditions and collections.

import { isList, isObject, memberOf } from '../a2a/json-kinds.ts'
import type { JsonValue } from '../a2a/model.ts'

export interface PathMatch {
  readonly path: string
  readonly value: JsonValue
}

export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  return value === undefined ? undefined : valuesAt(value, path)[0]?.value
}

/** All values at the path, where `[*]` is each item of a list. */
export function valuesAt(value: JsonValue, path: string): readonly PathMatch[] {
  let pathMatches: readonly PathMatch[] = [{ path: '', value }]
  for (const step of stepsOf(path)) pathMatches = pathMatches.flatMap((each) => next(each, step))
  return pathMatches
}

function stepsOf(path: string): readonly string[] {
  return path.match(/[^.[\]]+|\[\*\]|\[\d+\]/g) ?? []
}

function next({ path, value }: PathMatch, step: string): readonly PathMatch[] {
  if (step === '[*]') {
    return isList(value) ? value.map((item, index) => ({ path: `${path}[${index}]`, value: item })) : []
  }
  if (step.startsWith('[')) {
    const item = isList(value) ? value[Number(step.slice(1, -1))] : undefined
    return item === undefined ? [] : [{ path: `${path}${step}`, value: item }]
  }
  const member = isObject(value) ? memberOf(value, step) : undefined
  return member === undefined ? [] : [{ path: path === '' ? step : `${path}.${step}`, value: member }]
}
