// Breaks one place of a valid document at a time, and reports the expected place of the finding. Required members and
// enums are listed here a second time, on purpose, so that the shapes are not tested against themselves.

import { isList, isObject, memberOf } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { type PathStep, pointerTo } from '#shared/a2a/rules/pointer.ts'
import { type Mutation, mutateForm, withoutMember } from './mutate-form.ts'
import type { Sample } from './sample.ts'
import { requiredMembers, sampleRoleOf } from './sample-roles.ts'

type Place = {
  readonly sample: Sample
  readonly path: readonly PathStep[]
  readonly owner: JsonObject
  readonly name: string
  readonly value: JsonValue
}

/** Members whose content or names the protocol leaves open. */
const open = new Set(['metadata', 'params', 'header', 'scopes', 'securitySchemes', 'schemes', 'security'])

export function* mutate(sample: Sample): Generator<Mutation> {
  yield* mutateForm(sample)
  for (const place of placesIn(sample, sample.document, [])) {
    yield* mutateMember(place)
    yield* mutateValue(place)
  }
}

function* placesIn(sample: Sample, value: JsonValue, path: readonly PathStep[]): Generator<Place> {
  if (isList(value)) {
    for (const [index, item] of value.entries()) yield* placesIn(sample, item, [...path, index])
    return
  }
  if (!isObject(value)) return
  for (const [name, item] of Object.entries(value)) {
    yield { sample, path, owner: value, name, value: item }
    if (!open.has(name) && !isOpenData(value, name)) yield* placesIn(sample, item, [...path, name])
  }
}

/** The content of a data part: an object one level down in 0.3 ProtoJSON, here in all others. */
function isOpenData(owner: JsonObject, name: string): boolean {
  return name === 'data' && !isObject(memberOf((memberOf(owner, 'data') as JsonObject) ?? {}, 'data'))
}

function* mutateMember(place: Place): Generator<Mutation> {
  const { sample, path, owner, name } = place
  const at = pointerTo(path, name)
  const role = sampleRoleOf(sample, path, owner)
  if (requiredMembers(sample, role, owner).has(name)) {
    yield replaced(place, `drop ${name}`, at, withoutMember(owner, name))
    yield replaced(place, `null ${name}`, at, { ...owner, [name]: null })
  }
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const capital = name.charAt(0).toUpperCase() + name.slice(1)
  for (const spelling of new Set([snake, capital])) {
    if (spelling === name || name === '@type' || isEnvelopeMember(path, name)) continue
    yield replaced(place, `spell ${name} as ${spelling}`, pointerTo(path, spelling), {
      ...withoutMember(owner, name),
      [spelling]: owner[name] ?? null,
    })
  }
  if (isContent(place)) {
    const second = name === 'text' ? 'data' : 'text'
    const first = memberOf(owner, 'kind') ?? memberOf(owner, 'type')
    if (first === undefined) {
      yield replaced(place, 'two contents', pointerTo(path), {
        ...owner,
        [second]: second === 'data' ? {} : 'x',
      })
      yield replaced(place, 'no content', pointerTo(path), withoutMember(owner, name))
    } else yield replaced(place, 'no content', at, withoutMember(owner, name))
  }
}

/** JSON-RPC's members have no other spellings. */
function isEnvelopeMember(path: readonly PathStep[], name: string): boolean {
  const envelope = ['jsonrpc', 'id', 'result', 'error'].includes(name) && path.length === 0
  return envelope || path[0] === 'error'
}

function isContent({ path, name }: Place): boolean {
  const list = path.at(-2)
  return (list === 'parts' || list === 'content') && ['text', 'raw', 'url', 'data', 'file'].includes(name)
}

function* mutateValue(place: Place): Generator<Mutation> {
  const { sample, path, owner, name, value } = place
  const at = pointerTo(path, name)
  const set = (what: string, next: JsonValue, pointer = at): Mutation =>
    replaced(place, `${what} ${name}`, pointer, { ...owner, [name]: next })
  const isOne = sample.name.startsWith('1.0')
  const role = sampleRoleOf(sample, path, owner)
  const anyJson = name === 'data' && isOne
  if (!anyJson && name !== '@type' && name !== 'details') yield set('wrong type of', wrongType(value))
  if (typeof value === 'string') {
    if (name === 'state') {
      yield set('unknown', 'sleeping')
      yield set('other version’s', value.startsWith('TASK_STATE_') ? 'working' : 'TASK_STATE_WORKING')
    }
    if (name === 'role') {
      yield set('unknown', 'system')
      yield set('other version’s', value.startsWith('ROLE_') ? 'agent' : 'ROLE_AGENT')
    }
    if (['kind', 'type', 'jsonrpc'].includes(name)) yield set('wrong', 'thing')
    if (/id$/i.test(name) && requiredMembers(sample, role, owner).has(name)) yield set('empty', '')
    if (['raw', 'bytes', 'fileWithBytes'].includes(name)) yield set('bad base64 in', '%%%')
    if (name === 'timestamp') {
      yield set('no time in', 'yesterday')
      yield set('no zone in', '2026-11-21T04:33:32.584')
      if (isOne) yield set('offset in', '2026-11-21T04:33:32.584+08:00')
    }
    if (/^(?:url|uri|fileWithUri|tokenUrl|authorizationUrl|openIdConnectUrl)$/.test(name)) {
      yield set('broken', 'not a url')
    }
    if (name === 'mediaType' || name === 'mimeType') yield set('no media type in', 'nonsense')
    if (name === 'protected') yield set('broken', 'e30')
    if (name === 'transport' || name === 'protocolBinding') yield set('unknown', 'PIGEON')
    if (name === 'reason' && path.includes('data')) yield set('wrong', 'UNSUPPORTED_OPERATION')
  }
  if (
    isList(value) &&
    value.length > 0 &&
    isOne &&
    ['parts', 'skills', 'tags', 'supportedInterfaces'].includes(name)
  ) {
    yield set('empty', [])
  }
  if (name === 'skills' && isList(value))
    yield set('doubled', [...value, ...value], `${at}/${value.length}/id`)
  if (name === 'securitySchemes') yield dangling(place)
}

function dangling(place: Place): Mutation {
  const one = Object.hasOwn(place.owner, 'supportedInterfaces')
  const name = one ? 'securityRequirements' : 'security'
  const requirement = one ? { schemes: { nowhere: { list: [] } } } : { nowhere: [] }
  const pointer = one ? '/securityRequirements/0/schemes/nowhere' : '/security/0/nowhere'
  return replaced(place, 'dangling security', pointer, { ...place.owner, [name]: [requirement] })
}

function wrongType(value: JsonValue): JsonValue {
  if (typeof value === 'string') return 42.5
  if (typeof value === 'number') return 'many'
  if (typeof value === 'boolean') return 'yes'
  return isList(value) ? { 0: 'x' } : ['x']
}

function replaced(place: Place, what: string, pointer: string, owner: JsonObject): Mutation {
  return { what, pointer, document: put(place.sample.document, place.path, owner) }
}

function put(document: JsonValue, path: readonly PathStep[], value: JsonValue): JsonValue {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (isList(document)) return document.map((item, index) => (index === step ? put(item, rest, value) : item))
  if (!isObject(document)) return document
  return { ...document, [step]: put(document[step] ?? null, rest, value) }
}
