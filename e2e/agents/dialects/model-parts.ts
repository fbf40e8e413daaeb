// What every dialect's reading and writing needs of the model and no version spells its own way.

import type { JsonObject, JsonValue, Part, StatusUpdate } from '#shared/a2a/model.ts'
import { isAtRest } from '#shared/a2a/task-states.ts'
import { type Fault, fault } from '../faults.ts'
import { isText, present, textOf } from '../json.ts'
import type { Call } from './dialect.ts'

/** 0.x `final`: what the script says, else set by the states after which the stream ends (PROTOCOL.md §3.5). */
export function finalOf(update: StatusUpdate): boolean {
  const { state } = update.status
  return update.final ?? isAtRest(state)
}

export function filePart(
  raw: JsonValue,
  bytes: JsonValue | undefined,
  url: JsonValue | undefined,
  mediaType: JsonValue | undefined,
  filename: JsonValue | undefined,
): Part {
  const about = present({ mediaType: textOf(mediaType), filename: textOf(filename) })
  if (isText(bytes)) return { kind: 'file-bytes', base64: bytes, ...about }
  if (isText(url)) return { kind: 'file-url', url, ...about }
  return { kind: 'unknown', raw }
}

export function withTask(id: JsonValue | undefined, call: (taskId: string) => Call): Call | Fault {
  return isText(id) && id !== '' ? call(id) : fault('invalid-params', 'id is required')
}

export function historyOf(params: JsonObject): { readonly historyLength?: number } {
  const length = params['historyLength']
  return typeof length === 'number' ? { historyLength: length } : {}
}
