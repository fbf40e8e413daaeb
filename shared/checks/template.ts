// `{{send.taskId}}`: what a suite leaves open, put in as it is known.

import type { JsonValue } from '../a2a/model.ts'
import { mapStrings } from '../json/map-strings.ts'

/** What a name stands for; undefined where nothing is known of it. */
export type Lookup = (name: string) => JsonValue | undefined

/** A name that a suite uses and nobody gave a value. */
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

/** A text that is one name and nothing else becomes what that is, a number or an object as well. */
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
