// Ways to make a card's JSON ready for signing, before it is written down.

import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { put } from '#shared/a2a/read/members.ts'
import { isDefault, type ShapeName, type SignedMember, shapeOf } from './card-shape.ts'

/** 1.0 §8.4.1. `unknown` says what becomes of members that the proto does not have: SDKs that go through it lose them. */
export function specForm(value: JsonValue, name: ShapeName, unknown: 'kept' | 'dropped'): JsonValue {
  if (!isObject(value) || name === 'Struct') return value
  const shape = shapeOf(name)
  return withMembers(value, (member, key) => {
    const known = shape.get(key)
    if (known === undefined) return unknown === 'kept' && member !== null ? member : undefined
    if (member === null || (goesWhenDefault(known) && isDefault(member))) return undefined
    return inner(member, known, unknown)
  })
}

/** A message that was sent is there, however empty (proto3 gives messages explicit presence). */
function goesWhenDefault({ presence, of, many }: SignedMember): boolean {
  return presence === 'implicit' && (of === undefined || many !== 'one')
}

function inner(value: JsonValue, { of, many }: SignedMember, unknown: 'kept' | 'dropped'): JsonValue {
  if (of === undefined) return value
  if (many === 'one') return specForm(value, of, unknown)
  if (many === 'list') return isList(value) ? value.map((item) => specForm(item, of, unknown)) : value
  return isObject(value) ? withMembers(value, (member) => specForm(member, of, unknown)) : value
}

/** Drops what is empty, to the last list: `""`, `null`, `[]`, `{}`, and with `falsy` also `false` and `0`. */
export function withoutEmpties(value: JsonValue, falsy: 'kept' | 'dropped'): JsonValue | undefined {
  if (value === '' || value === null) return undefined
  if (falsy === 'dropped' && (value === false || value === 0)) return undefined
  if (isList(value)) {
    const items = value.map((item) => withoutEmpties(item, falsy)).filter((item) => item !== undefined)
    return items.length === 0 ? undefined : items
  }
  if (!isObject(value)) return value
  const members = withMembers(value, (member) => withoutEmpties(member, falsy))
  return Object.keys(members).length === 0 ? undefined : members
}

/** Python 0.3 leaves out what its models have for a default, the constant `type` of security schemes among it. */
export function python03Form(card: JsonObject): JsonValue {
  const { preferredTransport, protocolVersion, securitySchemes, ...rest } = card
  const bare = {
    ...rest,
    ...(preferredTransport !== undefined && preferredTransport !== 'JSONRPC' && { preferredTransport }),
    ...(protocolVersion !== undefined && protocolVersion !== '0.3.0' && { protocolVersion }),
    ...(securitySchemes !== undefined && { securitySchemes: withoutTypes(securitySchemes) }),
  }
  return withoutEmpties(bare, 'kept') ?? {}
}

function withoutTypes(schemes: JsonValue): JsonValue {
  if (!isObject(schemes)) return schemes
  return withMembers(schemes, (scheme) => {
    if (!isObject(scheme)) return scheme
    const { type: _, ...rest } = scheme
    return rest
  })
}

/** JS servers leak `{scheme:{$case,value}}`; what they signed was `{[$case]: value}` (PROTOCOL §2.3). */
export function withoutCases(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutCases)
  if (!isObject(value)) return value
  const names = Object.keys(value)
  const only = names.length === 1 ? value[names[0] ?? ''] : undefined
  if (isObject(only) && typeof only['$case'] === 'string' && only['value'] !== undefined) {
    return { [only['$case']]: withoutCases(only['value']) }
  }
  return withMembers(value, withoutCases)
}

function withMembers(
  value: JsonObject,
  change: (member: JsonValue, name: string) => JsonValue | undefined,
): JsonObject {
  const made: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(value)) {
    const next = change(member, name)
    if (next !== undefined) put(made, name, next)
  }
  return made
}
