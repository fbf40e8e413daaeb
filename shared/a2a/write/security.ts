// Security schemes and requirements: 0.x JSON with `type`, and the wrappers of `a2a.v1` and 1.0 (PROTOCOL 2.3).

import { defined } from '../../defined.ts'
import type { JsonObject, JsonValue, OAuthFlow, SecurityRequirement, SecurityScheme } from '../model.ts'
import { put } from '../read/members.ts'
import { over } from './members.ts'

export interface SecurityForm {
  readonly wrapped: boolean
  /** mTLS and `oauth2MetadataUrl` are 0.3's, the device code flow and `pkceRequired` 1.0's. */
  readonly since: '0.2' | '0.3' | '1.0'
}

/** Undefined when the version has no such scheme. */
export function writeSecurityScheme(scheme: SecurityScheme, form: SecurityForm): JsonValue | undefined {
  if (scheme.kind === 'unknown') return scheme.raw
  if (scheme.kind === 'mutualTls' && form.since === '0.2') return undefined
  const inner = innerOf(scheme, form)
  if (form.wrapped) return { [wrapperNames[scheme.kind]]: inner }
  return { type: typeNames[scheme.kind], ...inner }
}

type Known = Exclude<SecurityScheme, { kind: 'unknown' }>

const wrapperNames: Readonly<Record<Known['kind'], string>> = {
  apiKey: 'apiKeySecurityScheme',
  http: 'httpAuthSecurityScheme',
  oauth2: 'oauth2SecurityScheme',
  openIdConnect: 'openIdConnectSecurityScheme',
  mutualTls: 'mtlsSecurityScheme',
}

const typeNames: Readonly<Record<Known['kind'], string>> = {
  apiKey: 'apiKey',
  http: 'http',
  oauth2: 'oauth2',
  openIdConnect: 'openIdConnect',
  mutualTls: 'mutualTLS',
}

function innerOf(scheme: Known, form: SecurityForm): JsonObject {
  const { description, extra } = scheme
  switch (scheme.kind) {
    case 'apiKey': {
      const place = scheme.location === 'unknown' ? undefined : scheme.location
      return over(extra, { description, [form.wrapped ? 'location' : 'in']: place, name: scheme.name })
    }
    case 'http':
      return over(extra, { description, scheme: scheme.scheme, bearerFormat: scheme.bearerFormat })
    case 'oauth2':
      return over(extra, {
        description,
        flows: writeFlows(scheme.flows, form),
        oauth2MetadataUrl: form.since === '0.2' ? undefined : scheme.metadataUrl,
      })
    case 'openIdConnect':
      return over(extra, { description, openIdConnectUrl: scheme.url })
    case 'mutualTls':
      return over(extra, { description })
  }
}

function writeFlows(flows: readonly OAuthFlow[], form: SecurityForm): JsonObject {
  const written: Record<string, JsonValue> = {}
  for (const flow of flows) {
    if (flow.kind === 'deviceCode' && form.since !== '1.0') continue
    const { kind, extra, pkceRequired, ...members } = flow
    written[kind] = over(extra, { ...members, pkceRequired: form.since === '1.0' ? pkceRequired : undefined })
  }
  return written
}

export function writeSecurityRequirement(requirement: SecurityRequirement, form: SecurityForm): JsonObject {
  if (!form.wrapped) return requirement
  const schemes: Record<string, JsonValue> = {}
  for (const name in requirement) put<JsonValue>(schemes, name, defined({ list: requirement[name] }))
  return { schemes }
}
