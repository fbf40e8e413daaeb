// A JSON document as text, to be compared line by line.

import type { JsonValue } from '../a2a/model.ts'

const ofId = /(?:^id|Id|_id)$/
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.,]*(?:Z|[+-]\d\d:?\d\d)?$/

/** Ids and times differ between any two calls and seldom matter: folded, each is an ellipsis. */
export function jsonText(value: JsonValue, foldsIds: boolean): string {
  const fold = (name: string, member: unknown) =>
    typeof member === 'string' && (ofId.test(name) || uuid.test(member) || time.test(member)) ? '…' : member
  try {
    return JSON.stringify(value, foldsIds ? fold : undefined, 2)
  } catch {
    return '(nested too deeply to be written out)'
  }
}
