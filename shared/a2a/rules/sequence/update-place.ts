// Where in an event's or reply's raw JSON the update itself stands, whichever form it came in.

import { isObject, memberOf } from '../../json-kinds.ts'
import type { Binding, JsonValue, Update } from '../../model.ts'

const wrappers: Readonly<Record<Update['kind'], string>> = {
  task: 'task',
  message: 'message',
  status: 'statusUpdate',
  artifact: 'artifactUpdate',
}

export function placeOfUpdate(binding: Binding, raw: JsonValue, kind: Update['kind']): string {
  const inEnvelope = binding === 'JSONRPC' && isObject(raw) && Object.hasOwn(raw, 'result')
  const base = inEnvelope ? '/result' : ''
  const holder = inEnvelope ? memberOf(raw, 'result') : raw
  const wrapper = wrappers[kind]
  return isObject(holder) && isObject(memberOf(holder, wrapper)) ? `${base}/${wrapper}` : base
}
