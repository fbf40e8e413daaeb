import { isObject } from '../json-kinds.ts'
import type { JsonObject, OAuthFlow } from '../model.ts'
import type { Writable } from './members.ts'
import { keep, misfit, put } from './members.ts'

/** 0.x has any number of flows by name, 1.0 one of them, generated code shows it as `$case`; the rest goes to `found`. */
export function readFlows(found: { extra?: JsonObject }, raw: JsonObject): readonly OAuthFlow[] {
  const flows: OAuthFlow[] = []
  const { flow } = raw
  if (isObject(flow)) {
    const { $case: name, value } = flow
    const kind = typeof name === 'string' ? flowKind(name) : undefined
    if (kind !== undefined && isObject(value)) return [readFlow(kind, value)]
  }
  const rest: { extra?: JsonObject } = {}
  for (const key in raw) {
    const value = raw[key] ?? null
    const kind = flowKind(key)
    if (kind !== undefined && isObject(value)) flows.push(readFlow(kind, value))
    else misfit(rest, key, value)
  }
  if (rest.extra !== undefined) keep(found, 'flows', rest.extra)
  return flows
}

function flowKind(key: string): OAuthFlow['kind'] | undefined {
  switch (key) {
    case 'authorizationCode':
    case 'authorization_code':
      return 'authorizationCode'
    case 'clientCredentials':
    case 'client_credentials':
      return 'clientCredentials'
    case 'deviceCode':
    case 'device_code':
      return 'deviceCode'
    case 'implicit':
    case 'password':
      return key
    default:
      return undefined
  }
}

function readFlow(kind: OAuthFlow['kind'], raw: JsonObject): OAuthFlow {
  const flow: Writable<OAuthFlow> = { kind, scopes: {} }
  for (const key in raw) {
    const value = raw[key] ?? null
    const member = urlMember(key)
    if (member !== undefined) {
      if (typeof value !== 'string') misfit(flow, key, value)
      else if (value !== '') flow[member] = value
    } else if (key === 'pkceRequired' || key === 'pkce_required') {
      if (typeof value === 'boolean') flow.pkceRequired = value
      else misfit(flow, key, value)
    } else if (key === 'scopes') {
      if (isObject(value)) flow.scopes = readScopes(flow, value)
      else misfit(flow, key, value)
    } else keep(flow, key, value)
  }
  return flow
}

function urlMember(
  key: string,
): 'authorizationUrl' | 'deviceAuthorizationUrl' | 'tokenUrl' | 'refreshUrl' | undefined {
  switch (key) {
    case 'authorizationUrl':
    case 'authorization_url':
      return 'authorizationUrl'
    case 'deviceAuthorizationUrl':
    case 'device_authorization_url':
      return 'deviceAuthorizationUrl'
    case 'tokenUrl':
    case 'token_url':
      return 'tokenUrl'
    case 'refreshUrl':
    case 'refresh_url':
      return 'refreshUrl'
    default:
      return undefined
  }
}

function readScopes(flow: { extra?: JsonObject }, raw: JsonObject): Readonly<Record<string, string>> {
  const scopes: Record<string, string> = {}
  for (const key in raw) {
    const value = raw[key]
    if (typeof value === 'string') put(scopes, key, value)
    else {
      keep(flow, 'scopes', raw)
      put(scopes, key, '')
    }
  }
  return scopes
}
