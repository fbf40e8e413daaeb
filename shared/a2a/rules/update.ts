// An update has one of two forms: bare with a `kind` (0.2 to 0.3 JSON-RPC), or wrapped in one member (1.0, and the ProtoJSON of
// 0.3). These checks recognise the form and hold the content to its shape.

import { isObject, isShown, memberOf, named, textOf } from '../json-kinds.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import { agentSpeaks } from './agreement.ts'
import { type Check, inside, note, type Report } from './report.ts'
import type { Topic } from './sections.ts'
import type { Shape } from './shape.ts'
import { noteType, walk } from './walk.ts'

type UpdateKind = 'task' | 'message' | 'status-update' | 'artifact-update'
export type UpdateShapes = Readonly<Partial<Record<UpdateKind, Shape>>>

const wrapperKinds: ReadonlyMap<string, UpdateKind> = new Map([
  ['task', 'task'],
  ['message', 'message'],
  ['statusUpdate', 'status-update'],
  ['artifactUpdate', 'artifact-update'],
])

/** The kind of an object by its members alone, PROTOCOL §3.7. */
function guessKind(object: JsonObject): UpdateKind | undefined {
  if (Object.hasOwn(object, 'artifact')) return 'artifact-update'
  if (Object.hasOwn(object, 'status')) return Object.hasOwn(object, 'taskId') ? 'status-update' : 'task'
  if (Object.hasOwn(object, 'role')) return 'message'
  if (Object.hasOwn(object, 'parts') || Object.hasOwn(object, 'content')) return 'message'
  return undefined
}

/** 1.0 and 0.3 ProtoJSON: exactly one member of `wrapper`. A bare object is another version's. */
export function wrappedUpdate(
  wrapper: Shape,
  bare: UpdateShapes,
  rule: 'PARLEY-OBJ-007' | 'PUSH-DELIVER-003' = 'PARLEY-OBJ-007',
): Check {
  return (report, value, at) => {
    if (!isObject(value)) {
      noteType(report, at, `an object (${wrapper.name})`, value, 'an object such as `{"task": {…}}`')
      return
    }
    const kind = isWrapped(value, wrapper) ? undefined : bareKind(value)
    const shape = kind === undefined ? undefined : bare[kind]
    if (shape === undefined) {
      inside(report, at, () => {
        walk(wrapper, report, value)
        agentSpeaks(report, memberOf(value, 'message'), 'message')
      })
      return
    }
    const message = `The ${shape.name} is bare; ${report.version} wraps it in one member.`
    note(report, rule, at, message, { section: wrapper.section, hint: wrapHint(kind) })
    inside(report, at, () => walk(shape, report, value))
  }
}

function wrapHint(kind: UpdateKind | undefined): string {
  const name = [...wrapperKinds].find(([, each]) => each === kind)?.[0] ?? 'task'
  return `Send \`{"${name}": {…}}\`.`
}

function isWrapped(value: JsonObject, wrapper: Shape): boolean {
  for (const choice of wrapper.choices) if (isObject(memberOf(value, choice.name))) return true
  return false
}

function bareKind(value: JsonObject): UpdateKind | undefined {
  const kind = textOf(value, 'kind')
  return kind === 'task' || kind === 'message' || kind === 'status-update' || kind === 'artifact-update'
    ? kind
    : guessKind(value)
}

/** 0.2 to 0.3 JSON-RPC: one of the shapes, by `kind`, else by its members. */
export function updateByKind(
  shapes: UpdateShapes,
  section: Topic,
  rule: 'PARLEY-OBJ-007' | 'PUSH-DELIVER-003' = 'PARLEY-OBJ-007',
): Check {
  const byKind = new Map<JsonValue | undefined, Shape>(Object.entries(shapes))
  const kinds = Object.keys(shapes).join(', ')
  return (report, value, at) => {
    if (!isObject(value)) {
      const [first = ''] = Object.keys(shapes)
      const shapeText = `an object (${Object.keys(shapes).join(' or ')})`
      noteType(report, at, shapeText, value, `an object such as \`{"kind": "${first}", …}\``)
      return
    }
    const kind = memberOf(value, 'kind')
    const guess = byKind.has(kind) ? undefined : guessKind(value)
    const shape = guess === undefined ? byKind.get(kind) : shapes[guess]
    inside(report, at, () => {
      if (shape === undefined) return noteNoKind(report, value, kinds, section, rule)
      walk(shape, report, value)
      if (shape === shapes.message) agentSpeaks(report, value, undefined)
    })
  }
}

function noteNoKind(
  report: Report,
  value: JsonObject,
  kinds: string,
  section: Topic,
  rule: 'PARLEY-OBJ-007' | 'PUSH-DELIVER-003',
): void {
  const inner = wrapperOf(value)
  if (inner === undefined) {
    const kindText = isShown(memberOf(value, 'kind'))
    const hint = `Send \`kind\` with what the object is: ${kinds}.`
    note(report, 'PARLEY-OBJ-006', 'kind', `\`kind\` should be one of ${kinds}, but ${kindText}.`, {
      section,
      hint,
    })
    return
  }
  const message = `The object is wrapped in ${named(inner)}; ${report.version} sends it bare, with \`kind\`.`
  const kind = wrapperKinds.get(inner.charAt(0).toLowerCase() + inner.slice(1)) ?? 'message'
  const hint = `Send the object itself, with \`"kind": "${kind}"\`.`
  note(report, rule, inner, message, { section, hint })
}

function wrapperOf(object: JsonObject): string | undefined {
  for (const key in object) {
    const name = key.charAt(0).toLowerCase() + key.slice(1)
    if ((wrapperKinds.has(name) || name === 'msg') && isObject(object[key])) return key
  }
  return undefined
}
