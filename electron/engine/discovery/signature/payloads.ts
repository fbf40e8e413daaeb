// Every byte sequence that a signature of this card may cover (PROTOCOL §2.4): the specification contradicts itself,
// and the SDKs differ. Ordered by the value of a verdict.

import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { put } from '#shared/a2a/read/members.ts'
import type { CanonicalFormId } from '#shared/contract/signature.ts'
import { stringLiteral } from '#shared/export/fetch.ts'

// What canonicalization needs of 1.0's proto (1.0 §8.4.1): `!` is REQUIRED and stays even when empty, `?` has explicit
// presence and stays if it was sent, all others are dropped at their default. `:Name` is a message, `*` a map or list
// of it.

interface SignedMember {
  readonly presence: 'required' | 'explicit' | 'implicit'
  readonly shape?: ShapeName
  readonly many: 'one' | 'list' | 'map'
}

const table = {
  AgentCard:
    'name! description! supportedInterfaces!:AgentInterface[] provider:AgentProvider version! documentationUrl? capabilities!:AgentCapabilities securitySchemes:SecurityScheme{} securityRequirements:SecurityRequirement[] defaultInputModes! defaultOutputModes! skills!:AgentSkill[] iconUrl?',
  AgentInterface: 'url! protocolBinding! tenant protocolVersion!',
  AgentProvider: 'url! organization!',
  AgentCapabilities: 'streaming? pushNotifications? extensions:AgentExtension[] extendedAgentCard?',
  AgentExtension: 'uri description required params:Struct',
  AgentSkill:
    'id! name! description! tags! examples inputModes outputModes securityRequirements:SecurityRequirement[]',
  SecurityRequirement: 'schemes:StringList{}',
  StringList: 'list',
  SecurityScheme:
    'apiKeySecurityScheme:ApiKey httpAuthSecurityScheme:HttpAuth oauth2SecurityScheme:OAuth2 openIdConnectSecurityScheme:OpenIdConnect mtlsSecurityScheme:MutualTls',
  ApiKey: 'description location! name!',
  HttpAuth: 'description scheme! bearerFormat',
  OAuth2: 'description flows!:Flows oauth2MetadataUrl',
  OpenIdConnect: 'description openIdConnectUrl!',
  MutualTls: 'description',
  Flows:
    'authorizationCode:AuthorizationCode clientCredentials:TokenFlow deviceCode:DeviceCode implicit:Implicit password:Password',
  AuthorizationCode: 'authorizationUrl! tokenUrl! refreshUrl scopes! pkceRequired',
  TokenFlow: 'tokenUrl! refreshUrl scopes!',
  DeviceCode: 'deviceAuthorizationUrl! tokenUrl! refreshUrl scopes!',
  Implicit: 'authorizationUrl refreshUrl scopes',
  Password: 'tokenUrl refreshUrl scopes',
  /** Free JSON: all members stay. */
  Struct: '',
} as const

type ShapeName = keyof typeof table
type Shape = ReadonlyMap<string, SignedMember>

const shapes: ReadonlyMap<ShapeName, Shape> = new Map(
  Object.entries(table).map(([name, members]) => [name as ShapeName, parse(members)]),
)

function shapeOf(name: ShapeName): Shape {
  return shapes.get(name) ?? new Map()
}

function isDefault(value: JsonValue): boolean {
  if (value === '' || value === false || value === 0 || value === null) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function parse(members: string): Shape {
  const entries = members.split(' ').flatMap((text): (readonly [string, SignedMember])[] => {
    const [, name, mark, owner, many] = /^(\w+)([!?]?)(?::(\w+)(\[\]|\{\})?)?$/.exec(text) ?? []
    if (name === undefined) return []
    const presence = mark === '!' ? 'required' : mark === '?' ? 'explicit' : 'implicit'
    const count = many === '[]' ? 'list' : many === '{}' ? 'map' : 'one'
    return [[name, { presence, many: count, ...(owner !== undefined && { shape: owner as ShapeName }) }]]
  })
  return new Map(entries)
}

export interface Payload {
  readonly form: CanonicalFormId
  readonly text: string
  /** Members of the card that this payload omits, as A2A does not define them. */
  readonly uncovered: readonly string[]
}

export const formSentences: Readonly<Record<CanonicalFormId, string>> = {
  spec: 'the form that 1.0 §8.4.1 prescribes: defaults dropped except where required, then RFC 8785',
  stripped: 'the form of the JavaScript SDK and newer Python: all that is empty dropped, then RFC 8785',
  'stripped-python': 'the form of Python SDKs up to 1.1: all that is empty dropped, then Python’s own JSON',
  'no-defaults': 'the form of 1.0 §8.4.2 read literally: all that has a default value dropped, then RFC 8785',
  'as-sent': 'the card just as it was sent, without its signatures, in RFC 8785',
  'python-0.3': 'the form of the Python SDK 0.3: the defaults of its models dropped, then Python’s own JSON',
}

export function payloadsOf(raw: JsonObject): readonly Payload[] {
  const { signatures: _, ...card } = raw
  const existing = isList(card['supportedInterfaces']) ? (withoutCases(card) as JsonObject) : undefined
  const dropped = existing === undefined ? [] : unknownMembers(existing)
  const payloads: (Payload | undefined)[] = []
  const add = (form: CanonicalFormId, text: string | undefined, uncovered: readonly string[] = []) => {
    payloads.push(text === undefined ? undefined : { form, text, uncovered })
  }
  const jcs = (value: JsonValue | undefined) => canonicalJson(value ?? {})

  if (existing !== undefined) {
    add('spec', jcs(specForm(existing, 'AgentCard', 'kept')))
    add('spec', jcs(specForm(existing, 'AgentCard', 'dropped')), dropped)
  }
  add('stripped', jcs(withoutEmpties(card, 'kept')))
  add('stripped-python', pythonJson(withoutEmpties(card, 'kept') ?? {}))
  if (existing !== undefined) {
    const throughProto = withoutEmpties(specForm(existing, 'AgentCard', 'dropped'), 'kept') ?? {}
    add('stripped', jcs(throughProto), dropped)
    add('stripped-python', pythonJson(throughProto), dropped)
  }
  add('no-defaults', jcs(withoutEmpties(card, 'dropped')))
  add('as-sent', jcs(card))
  add('python-0.3', pythonJson(python03Form(card)))

  const visited = new Set<string>()
  return payloads.filter((payload): payload is Payload => {
    if (payload === undefined || visited.has(payload.text)) return false
    visited.add(payload.text)
    return true
  })
}

function unknownMembers(card: JsonObject): readonly string[] {
  const shape = shapeOf('AgentCard')
  return Object.keys(card).filter((name) => !shape.has(name))
}

// JSON as written by Python's `json.dumps(sort_keys=True, separators=(",", ":"))`: ASCII, names by code point. Several
// Python releases sign this instead of RFC 8785 (PROTOCOL §2.4).

function pythonJson(value: JsonValue): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (typeof value === 'number') return number(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(',')}]`
  const members = Object.entries(value)
    .sort(([a], [b]) => byCodePoint(a, b))
    .map(([name, member]) => `${stringLiteral(name)}:${pythonJson(member)}`)
  return `{${members.join(',')}}`
}

/** Python writes small exponents with two digits, and switches to exponents earlier than ECMAScript. */
function number(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return String(value)
  const [digits, exponent] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 16) return String(value)
  const sign = power < 0 ? '-' : '+'
  return `${digits}e${sign}${String(Math.abs(power)).padStart(2, '0')}`
}

function byCodePoint(a: string, b: string): number {
  const left = [...a]
  const right = [...b]
  for (const [index, character] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

// JSON Canonicalization Scheme (RFC 8785): members by UTF-16 code units, no white space, values as by `JSON.stringify`.

/** Undefined without a canonical form: a number too large for JSON (§3.2.2.3) or a lone surrogate (§3.2.2.2). */
export function canonicalJson(value: JsonValue): string | undefined {
  const parts: string[] = []
  return write(value, parts) ? parts.join('') : undefined
}

function write(value: JsonValue, parts: string[]): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false
  if (typeof value === 'string') return writeText(value, parts)
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value))
    return true
  }
  return isList(value) ? writeList(value, parts) : writeObject(value, parts)
}

function writeText(text: string, parts: string[]): boolean {
  if (!text.isWellFormed()) return false
  parts.push(JSON.stringify(text))
  return true
}

function writeList(list: readonly JsonValue[], parts: string[]): boolean {
  parts.push('[')
  for (const [index, item] of list.entries()) {
    if (index > 0) parts.push(',')
    if (!write(item, parts)) return false
  }
  parts.push(']')
  return true
}

function writeObject(object: { readonly [name: string]: JsonValue }, parts: string[]): boolean {
  parts.push('{')
  // The default order of `sort` is by UTF-16 code units.
  for (const [index, name] of Object.keys(object).sort().entries()) {
    if (index > 0) parts.push(',')
    if (!writeText(name, parts)) return false
    parts.push(':')
    if (!write(object[name] ?? null, parts)) return false
  }
  parts.push('}')
  return true
}

// Transformations of a card before canonicalization.

/** 1.0 §8.4.1. `unknown`: whether members that the proto lacks are kept; SDKs that convert to it drop them. */
function specForm(value: JsonValue, name: ShapeName, unknown: 'kept' | 'dropped'): JsonValue {
  if (!isObject(value) || name === 'Struct') return value
  const shape = shapeOf(name)
  return withMembers(value, (member, key) => {
    const signedMember = shape.get(key)
    if (signedMember === undefined) return unknown === 'kept' && member !== null ? member : undefined
    if (member === null || (goesWhenDefault(signedMember) && isDefault(member))) return undefined
    return inner(member, signedMember, unknown)
  })
}

/** A message that was sent is present, even if empty (proto3 gives messages explicit presence). */
function goesWhenDefault({ presence, shape, many }: SignedMember): boolean {
  return presence === 'implicit' && (shape === undefined || many !== 'one')
}

function inner(value: JsonValue, { shape, many }: SignedMember, unknown: 'kept' | 'dropped'): JsonValue {
  if (shape === undefined) return value
  if (many === 'one') return specForm(value, shape, unknown)
  if (many === 'list') return isList(value) ? value.map((item) => specForm(item, shape, unknown)) : value
  return isObject(value) ? withMembers(value, (member) => specForm(member, shape, unknown)) : value
}

/** Drops empty values recursively: `""`, `null`, `[]`, `{}`, and with `falsy` also `false` and `0`. */
function withoutEmpties(value: JsonValue, falsy: 'kept' | 'dropped'): JsonValue | undefined {
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

/** Python 0.3 omits the defaults of its models, including the constant `type` of security schemes. */
function python03Form(card: JsonObject): JsonValue {
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

/** JS servers leak `{scheme:{$case,value}}`; they signed `{[$case]: value}` (PROTOCOL §2.3). */
function withoutCases(value: JsonValue): JsonValue {
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
  const members: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(value)) {
    const next = change(member, name)
    if (next !== undefined) put(members, name, next)
  }
  return members
}
