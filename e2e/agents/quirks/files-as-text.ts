// The 0.3 SDKs of Python and Java store a file as base64 text, and put that text where `a2a.v1` has the bytes. They read
// incoming files likewise: Python refuses bytes that are not UTF-8, Java silently replaces them.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { fault } from '../faults.ts'
import { isArray, isObject, isText } from '../json.ts'
import type { Quirk } from '../quirk.ts'

export function filesAsText(whatIsNoText: 'refused' | 'replaced'): Quirk {
  const decoder = new TextDecoder('utf-8', { fatal: whatIsNoText === 'refused' })
  return {
    params(params) {
      try {
        return changed(params, (base64) => decoder.decode(Buffer.from(base64, 'base64')))
      } catch {
        return fault('internal', "'utf-8' codec can't decode byte 0x89 in position 0: invalid start byte")
      }
    },
    json: (json) => changed(json, (text) => Buffer.from(text).toString('base64')),
  }
}

function changed(json: JsonObject, change: (bytes: string) => string): JsonObject
function changed(json: JsonValue, change: (bytes: string) => string): JsonValue
function changed(json: JsonValue, change: (bytes: string) => string): JsonValue {
  if (isArray(json)) return json.map((item) => changed(item, change))
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, member]) => [
      name,
      name === 'fileWithBytes' && isText(member) ? change(member) : changed(member, change),
    ]),
  )
}
