import type { DialectId } from '../dialect.ts'
import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import { type Evidence, sign } from './evidence.ts'

type Sighting = 'stream' | 'webhook' | 'reply'

/** Wrappers, discriminators and spellings of one event, result or webhook body (PROTOCOL 3.7, 6.3). */
export function evidenceInUpdate(raw: JsonValue, at: string, sighting: Sighting): readonly Evidence[] {
  if (!isObject(raw)) return []
  const { result, kind } = raw
  if (isObject(result) && kind === undefined) return evidenceInUpdate(result, `${at}/result`, sighting)
  if (typeof kind === 'string') return evidenceOfKind(raw, kind, at)
  const wrapped = wrapperIn(raw)
  if (wrapped !== undefined) return evidenceInWrapped(wrapped.inner, wrapped.name, `${at}/${wrapped.name}`)
  return evidenceInBare(raw, at, sighting)
}

function evidenceOfKind(raw: JsonObject, kind: string, at: string): readonly Evidence[] {
  switch (kind) {
    case 'task':
    case 'message':
    case 'status-update':
    case 'artifact-update':
      return [sign(`${at}/kind`, `\`kind\` says ${kind}`, '0.3', 4), ...evidenceInSpelling(raw, at, '0.3')]
    default:
      return []
  }
}

const wrapperNames = [
  'task',
  'message',
  'msg',
  'statusUpdate',
  'artifactUpdate',
  'status_update',
  'artifact_update',
]

function wrapperIn(raw: JsonObject): { readonly name: string; readonly inner: JsonObject } | undefined {
  for (const name of wrapperNames) {
    const inner = raw[name]
    if (isObject(inner)) return { name, inner }
  }
  return undefined
}

/** `a2a.v1` and 1.0 wrap alike; `content`, `final` and the second L of CANCELLED part them. */
function evidenceInWrapped(inner: JsonObject, name: string, at: string): readonly Evidence[] {
  const { final, content, status, history, kind } = inner
  const proto = (place: string, what: string) => [sign(`${at}${place}`, what, '0.3-proto', 4)]
  const wrapper = sign(at, `wrapped as \`${name}\``, '1.0', 2)
  if (typeof kind === 'string') return [wrapper, sign(`${at}/kind`, '`kind` inside the wrapper', '0.3', 1)]
  if (name === 'msg') return proto('', 'wrapped under the proto name `msg`')
  if (typeof final === 'boolean') return proto('/final', '`final` inside a wrapper is ProtoJSON of 0.3')
  if (isList(content)) return proto('/content', calledContent)
  const index = isList(history) ? history.findIndex(hasContent) : -1
  if (index >= 0) return proto(`/history/${index}/content`, calledContent)
  if (isObject(status)) {
    const { state, message } = status
    if (state === 'TASK_STATE_CANCELLED') return proto('/status/state', 'CANCELLED with two L is `a2a.v1`')
    if (hasContent(message ?? null)) return proto('/status/message/content', calledContent)
  }
  return [wrapper, ...evidenceInSpelling(inner, at, undefined)]
}

const calledContent = '`content` is what `a2a.v1` calls the parts'

function hasContent(item: JsonValue): boolean {
  if (!isObject(item)) return false
  const { content } = item
  return isList(content)
}

function evidenceInBare(raw: JsonObject, at: string, sighting: Sighting): readonly Evidence[] {
  const { sessionId, id, status, final, artifact, taskId } = raw
  const first = (pointer: string, what: string, weight: 2 | 4) => sign(pointer, what, '0.1', weight)
  if (typeof sessionId === 'string') return [first(`${at}/sessionId`, '`sessionId` is 0.1', 4)]
  if (typeof id === 'string' && isObject(artifact) && taskId === undefined) {
    return [first(`${at}/id`, 'an artifact event that names its task `id`', 4)]
  }
  if (typeof id === 'string' && isObject(status) && typeof final === 'boolean') {
    return [first(`${at}/id`, 'a status event that names its task `id`', 4)]
  }
  const spelled = evidenceInSpelling(raw, at, undefined)
  if (spelled.length > 0) return spelled
  // A bare task is what 1.0 answers GetTask with, and a webhook of 0.1 sends (PROTOCOL 3.2, 6.2).
  const task = typeof id === 'string' && isObject(status)
  return task && sighting === 'webhook' ? [first(at, 'a bare task without `kind`', 2)] : []
}

/** The state's or role's spelling: agreeing words confirm, an upper-case one beside `kind` contradicts. */
function evidenceInSpelling(raw: JsonObject, at: string, told: DialectId | undefined): readonly Evidence[] {
  const { status, role } = raw
  const { state } = isObject(status) ? status : { state: null }
  const spelled = typeof state === 'string' ? state : typeof role === 'string' ? role : undefined
  if (spelled === undefined) return []
  const pointer = typeof state === 'string' ? `${at}/status/state` : `${at}/role`
  if (/^(TASK_STATE|ROLE)_/.test(spelled)) return [sign(pointer, 'enums spelled in full', '1.0', 2)]
  return told === undefined && /^[a-z-]{4,16}$/.test(spelled)
    ? [sign(pointer, 'enums in lower case', '0.3', 2)]
    : []
}
