// Security schemes in the five shapes cards carry them (PROTOCOL 2.3): 0.x `type`, the 1.0 wrapper, both merged, the `$case`
// union leaked by generated code, and the bare inner object. And the requirements of a card or a skill.

import { isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, OAuthFlow, SecurityRequirement, SecurityScheme } from '../model.ts'
import * as member from './member-table.ts'
import { type Draft, reader, spellingsOf } from './member-table.ts'
import { keep, misfit, put, strings } from './members.ts'

type Kind = Exclude<SecurityScheme['kind'], 'unknown'>
type Scheme<K extends Kind> = Extract<SecurityScheme, { kind: K }>

export function readSecurityScheme(raw: JsonValue): SecurityScheme {
  if (!isObject(raw)) return { kind: 'unknown', raw }
  const { scheme, type } = raw
  if (isObject(scheme)) {
    const { $case: name, value } = scheme
    const kind = typeof name === 'string' ? kindByWrapper(name) : undefined
    if (kind !== undefined && isObject(value)) return readers[kind](value, undefined)
  }
  for (const key in raw) {
    const kind = kindByWrapper(key)
    const inner = raw[key]
    if (kind !== undefined && isObject(inner)) return readers[kind](inner, undefined)
  }
  const kind = typeof type === 'string' ? kindsByType.get(type.toLowerCase()) : kindByMembers(raw)
  return kind === undefined ? { kind: 'unknown', raw } : readers[kind](raw, undefined)
}

const wrappers = {
  apiKeySecurityScheme: 'apiKey',
  httpAuthSecurityScheme: 'http',
  oauth2SecurityScheme: 'oauth2',
  openIdConnectSecurityScheme: 'openIdConnect',
  mtlsSecurityScheme: 'mutualTls',
} as const
const wrapperNames = spellingsOf(...(Object.keys(wrappers) as (keyof typeof wrappers)[]))
const kindsByType: ReadonlyMap<string, Kind> = new Map(
  Object.values(wrappers).map((kind) => [kind.toLowerCase(), kind]),
)

function kindByWrapper(key: string): Kind | undefined {
  const name = wrapperNames.get(key)
  return name && wrappers[name]
}

function kindByMembers(raw: JsonObject): Kind | undefined {
  const { openIdConnectUrl, flows, scheme, name, location, in: place, in_ } = raw
  if (typeof openIdConnectUrl === 'string') return 'openIdConnect'
  if (isObject(flows)) return 'oauth2'
  if (typeof scheme === 'string') return 'http'
  return typeof name === 'string' && typeof (location ?? place ?? in_) === 'string' ? 'apiKey' : undefined
}

const common = [
  member.line(['type'], (_, value) => typeof value === 'string'),
  member.filled('description'),
] as const

const readers: { readonly [K in Kind]: (raw: JsonObject, context: undefined) => SecurityScheme } = {
  apiKey: reader<Scheme<'apiKey'>>(
    () => ({ kind: 'apiKey', location: 'unknown', name: '' }),
    ...common,
    member.line(['location', 'in', 'in_'], (scheme, value) => {
      if (scheme.location !== 'unknown') return false
      if (value === '') return true
      if (value !== 'header' && value !== 'query' && value !== 'cookie') return false
      scheme.location = value
      return true
    }),
    member.text('name'),
  ),
  http: reader<Scheme<'http'>>(
    () => ({ kind: 'http', scheme: '' }),
    ...common,
    member.text('scheme'),
    member.filled('bearerFormat'),
  ),
  oauth2: reader<Scheme<'oauth2'>>(
    () => ({ kind: 'oauth2', flows: [] }),
    ...common,
    member.memberOf('flows', (value, _, scheme) => (isObject(value) ? readFlows(scheme, value) : undefined)),
    member.called('oauth2MetadataUrl', member.filled('metadataUrl')),
  ),
  openIdConnect: reader<Scheme<'openIdConnect'>>(
    () => ({ kind: 'openIdConnect', url: '' }),
    ...common,
    member.called('openIdConnectUrl', member.text('url')),
  ),
  mutualTls: reader<Scheme<'mutualTls'>>(() => ({ kind: 'mutualTls' }), ...common),
}

const flowKinds = spellingsOf('authorizationCode', 'clientCredentials', 'deviceCode', 'implicit', 'password')

/** 0.x has any number of flows by name, 1.0 one of them, generated code has `$case`; the rest goes to `extra`. */
function readFlows(draft: Draft, raw: JsonObject): readonly OAuthFlow[] {
  const flows: OAuthFlow[] = []
  const { flow } = raw
  if (isObject(flow)) {
    const { $case: name, value } = flow
    const kind = typeof name === 'string' ? flowKinds.get(name) : undefined
    if (kind !== undefined && isObject(value)) return [readFlow(kind, value)]
  }
  const rest: Draft = {}
  for (const key in raw) {
    const value = raw[key] ?? null
    const kind = flowKinds.get(key)
    if (kind !== undefined && isObject(value)) flows.push(readFlow(kind, value))
    else misfit(rest, key, value)
  }
  if (rest.extra !== undefined) keep(draft, 'flows', rest.extra)
  return flows
}

function readFlow(kind: OAuthFlow['kind'], raw: JsonObject): OAuthFlow {
  return { ...readFlowMembers(raw, undefined), kind }
}

const readFlowMembers = reader<Omit<OAuthFlow, 'kind'>>(
  () => ({ scopes: {} }),
  member.filled('authorizationUrl'),
  member.filled('deviceAuthorizationUrl'),
  member.filled('tokenUrl'),
  member.filled('refreshUrl'),
  member.flag('pkceRequired'),
  member.memberOf('scopes', (value, _, flow) => (isObject(value) ? readScopes(flow, value) : undefined)),
)

function readScopes(flow: Draft, raw: JsonObject): Readonly<Record<string, string>> {
  const scopes: Record<string, string> = {}
  for (const key in raw) {
    const value = raw[key]
    if (typeof value !== 'string') keep(flow, 'scopes', raw)
    put(scopes, key, typeof value === 'string' ? value : '')
  }
  return scopes
}

/**
 * `{"b":["scope"]}` or `{"schemes":{"b":{"list":["scope"]}}}`, whichever card it stands in. An empty scope list may
 * be `{}` (ProtoJSON drops it) or `null`. Undefined when a scheme's scopes are none of these.
 */
function readSecurityRequirement(raw: JsonObject): SecurityRequirement | undefined {
  const { schemes } = raw
  const named = isObject(schemes) && Object.keys(raw).length === 1 ? schemes : raw
  const requirement: Record<string, readonly string[]> = {}
  for (const key in named) {
    const value = named[key] ?? null
    const { list } = isObject(value) ? value : { list: value }
    const scopes = strings(list ?? [])
    if (scopes === undefined) return undefined
    put(requirement, key, scopes)
  }
  return requirement
}

/** Readable requirements of a list; where one is not, the whole list is kept in `extra`. */
export const securityRequirements = member.each(readSecurityRequirement)
