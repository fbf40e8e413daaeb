// Security schemes in the five shapes cards carry them (PROTOCOL 2.3): 0.x
// `type`, the 1.0 wrapper, both merged, the `$case` union leaked by generated code, and the bare inner object.

import { defined } from '../../defined.ts'
import { isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, OAuthFlow, SecurityScheme } from '../model.ts'
import { keep, misfit } from './members.ts'
import { readFlows } from './oauth-flows.ts'

type Kind = Exclude<SecurityScheme['kind'], 'unknown'>

export function readSecurityScheme(raw: JsonValue): SecurityScheme {
  if (!isObject(raw)) return { kind: 'unknown', raw }
  const { scheme, type } = raw
  if (isObject(scheme)) {
    const { $case: name, value } = scheme
    const kind = typeof name === 'string' ? kindByWrapper(name) : undefined
    if (kind !== undefined && isObject(value)) return readScheme(kind, value)
  }
  for (const key in raw) {
    const kind = kindByWrapper(key)
    const inner = raw[key]
    if (kind !== undefined && isObject(inner)) return readScheme(kind, inner)
  }
  const kind = typeof type === 'string' ? kindByType(type) : kindByMembers(raw)
  return kind === undefined ? { kind: 'unknown', raw } : readScheme(kind, raw)
}

function kindByWrapper(key: string): Kind | undefined {
  switch (key) {
    case 'apiKeySecurityScheme':
    case 'api_key_security_scheme':
      return 'apiKey'
    case 'httpAuthSecurityScheme':
    case 'http_auth_security_scheme':
      return 'http'
    case 'oauth2SecurityScheme':
    case 'oauth2_security_scheme':
      return 'oauth2'
    case 'openIdConnectSecurityScheme':
    case 'open_id_connect_security_scheme':
      return 'openIdConnect'
    case 'mtlsSecurityScheme':
    case 'mtls_security_scheme':
      return 'mutualTls'
    default:
      return undefined
  }
}

function kindByType(type: string): Kind | undefined {
  switch (type.toLowerCase()) {
    case 'apikey':
      return 'apiKey'
    case 'http':
      return 'http'
    case 'oauth2':
      return 'oauth2'
    case 'openidconnect':
      return 'openIdConnect'
    case 'mutualtls':
      return 'mutualTls'
    default:
      return undefined
  }
}

function kindByMembers(raw: JsonObject): Kind | undefined {
  const { openIdConnectUrl, flows, scheme, name, location, in: place, in_ } = raw
  if (typeof openIdConnectUrl === 'string') return 'openIdConnect'
  if (isObject(flows)) return 'oauth2'
  if (typeof scheme === 'string') return 'http'
  return typeof name === 'string' && typeof (location ?? place ?? in_) === 'string' ? 'apiKey' : undefined
}

interface Members {
  description?: string
  extra?: JsonObject
  in?: string
  name?: string
  scheme?: string
  bearerFormat?: string
  flows?: readonly OAuthFlow[]
  metadataUrl?: string
  url?: string
}

function readScheme(kind: Kind, raw: JsonObject): SecurityScheme {
  const found: Members = {}
  for (const key in raw) readMember(kind, found, key, raw[key] ?? null)
  const common = defined({ description: found.description, extra: found.extra })
  switch (kind) {
    case 'apiKey':
      return { kind, ...common, location: locationOf(found.in), name: found.name ?? '' }
    case 'http':
      return {
        kind,
        ...common,
        scheme: found.scheme ?? '',
        ...defined({ bearerFormat: found.bearerFormat }),
      }
    case 'oauth2':
      return {
        kind,
        ...common,
        flows: found.flows ?? [],
        ...defined({ metadataUrl: found.metadataUrl }),
      }
    case 'openIdConnect':
      return { kind, ...common, url: found.url ?? '' }
    case 'mutualTls':
      return { kind, ...common }
  }
}

function readMember(kind: Kind, found: Members, key: string, value: JsonValue): void {
  if (key === 'type' && typeof value === 'string') return
  if (key === 'description') {
    if (typeof value !== 'string') misfit(found, key, value)
    else if (value !== '') found.description = value
    return
  }
  if (kind === 'oauth2' && key === 'flows') {
    if (isObject(value)) found.flows = readFlows(found, value)
    else misfit(found, key, value)
    return
  }
  const member = memberOf(kind, key)
  if (member === 'in' && value !== '' && locationOf(value) === 'unknown') misfit(found, key, value)
  else if (member === undefined) keep(found, key, value)
  else if (typeof value !== 'string' || found[member] !== undefined) misfit(found, key, value)
  else if (value !== '') found[member] = value
}

function memberOf(
  kind: Kind,
  key: string,
): 'in' | 'name' | 'scheme' | 'bearerFormat' | 'metadataUrl' | 'url' | undefined {
  switch (key) {
    case 'location':
    case 'in':
    case 'in_':
      return kind === 'apiKey' ? 'in' : undefined
    case 'name':
      return kind === 'apiKey' ? 'name' : undefined
    case 'scheme':
      return kind === 'http' ? 'scheme' : undefined
    case 'bearerFormat':
    case 'bearer_format':
      return kind === 'http' ? 'bearerFormat' : undefined
    case 'oauth2MetadataUrl':
    case 'oauth2_metadata_url':
      return kind === 'oauth2' ? 'metadataUrl' : undefined
    case 'openIdConnectUrl':
    case 'open_id_connect_url':
      return kind === 'openIdConnect' ? 'url' : undefined
    default:
      return undefined
  }
}

function locationOf(place: JsonValue | undefined): 'header' | 'query' | 'cookie' | 'unknown' {
  return place === 'header' || place === 'query' || place === 'cookie' ? place : 'unknown'
}
