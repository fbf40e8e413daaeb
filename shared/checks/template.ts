// `{{send.taskId}}`: fills in the variables of a suite.

import type { JsonValue } from '../a2a/model.ts'
import { mapStrings } from '../json/map-strings.ts'

/** The value of a variable; undefined where it has none. */
export type Lookup = (name: string) => JsonValue | undefined

export class UnknownName extends Error {
  readonly unknown: string
  constructor(unknown: string) {
    super(`Nothing is known as {{${unknown}}}.`)
    this.unknown = unknown
  }
}

const reference = /\{\{\s*([^{}]+?)\s*\}\}/g

export function filledIn(value: JsonValue, lookup: Lookup): JsonValue {
  return mapStrings(value, (text) => filledText(text, lookup))
}

/** A text that is one variable and nothing else becomes its value, which may be a number or an object. */
function filledText(text: string, lookup: Lookup): JsonValue {
  const whole = /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(text)?.[1]
  if (whole !== undefined) return variableOf(whole, lookup)
  return text.replace(reference, (_, name: string) => {
    const value = variableOf(name, lookup)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

function variableOf(name: string, lookup: Lookup): JsonValue {
  const value = lookup(name)
  if (value === undefined) throw new UnknownName(name)
  return value
}
