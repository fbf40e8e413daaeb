// The agent card of one version, written from the model, without members that the version does not have.

import { defined } from '../../defined.ts'
import type { DialectId } from '../dialect.ts'
import type {
  AgentCapabilities,
  AgentCard,
  AgentInterface,
  AgentSkill,
  JsonObject,
  JsonValue,
  OAuthFlow,
  SecurityRequirement,
  SecurityScheme,
} from '../model.ts'
import { put } from '../read/members.ts'
import { type Maybe, over } from './spelling.ts'

const wrapperNames: Readonly<Record<DeclaredScheme['kind'], string>> = {
  apiKey: 'apiKeySecurityScheme',
  http: 'httpAuthSecurityScheme',
  oauth2: 'oauth2SecurityScheme',
  openIdConnect: 'openIdConnectSecurityScheme',
  mutualTls: 'mtlsSecurityScheme',
}

const typeNames: Readonly<Record<DeclaredScheme['kind'], string>> = {
  apiKey: 'apiKey',
  http: 'http',
  oauth2: 'oauth2',
  openIdConnect: 'openIdConnect',
  mutualTls: 'mutualTLS',
}

export function encodeCard(dialect: DialectId, card: AgentCard): JsonObject {
  switch (dialect) {
    case '0.1':
      return over(card.extra, { ...common(card), ...older(card), ...capabilities01(card) })
    case '0.2':
      return card03(card, { wrapped: false, since: '0.2' })
    case '0.3':
    case '0.3-schema':
      return card03(card, { wrapped: false, since: '0.3' })
    case '0.3-proto':
      return card03(card, { wrapped: true, since: '0.3' })
    case '1.0-rc':
    case '1.0':
      return card10(card)
  }
}

function card10(card: AgentCard): JsonObject {
  const form: SecurityForm = { wrapped: true, since: '1.0' }
  return over(card.extra, {
    ...common(card),
    supportedInterfaces: card.interfaces.map((entry) =>
      over(entry.extra, {
        url: entry.url,
        protocolBinding: entry.binding,
        protocolVersion: entry.protocolVersion,
        tenant: entry.tenant,
      }),
    ),
    iconUrl: card.iconUrl,
    capabilities: capabilitiesOf(card.capabilities, {
      extendedAgentCard: card.capabilities.extendedAgentCard,
    }),
    securitySchemes: schemesOf(card, form),
    securityRequirements: card.security.map((item) => writeSecurityRequirement(item, form)),
    skills: card.skills.map((skill) =>
      skillOf(skill, {
        securityRequirements: skill.security?.map((item) => writeSecurityRequirement(item, form)),
      }),
    ),
    signatures: signaturesOf(card),
  })
}

function card03(card: AgentCard, form: SecurityForm): JsonObject {
  const newer = form.since !== '0.2'
  const { extendedAgentCard, stateTransitionHistory: hasHistory } = card.capabilities
  // `a2a.v1` has no such capability.
  const stateTransitionHistory = form.wrapped ? undefined : hasHistory
  return over(card.extra, {
    ...common(card),
    ...older(card),
    protocolVersion: card.interfaces[0]?.protocolVersion,
    preferredTransport: card.interfaces[0]?.binding,
    additionalInterfaces: card.interfaces.slice(1).map(interface03),
    iconUrl: card.iconUrl,
    capabilities: capabilitiesOf(card.capabilities, { stateTransitionHistory }),
    supportsAuthenticatedExtendedCard: extendedAgentCard,
    securitySchemes: schemesOf(card, form),
    security: card.security.map((item) => writeSecurityRequirement(item, form)),
    skills: card.skills.map((skill) =>
      skillOf(skill, {
        security: newer ? skill.security?.map((item) => writeSecurityRequirement(item, form)) : undefined,
      }),
    ),
    signatures: newer ? signaturesOf(card) : undefined,
  })
}

function interface03(entry: AgentInterface): JsonObject {
  return over(entry.extra, { url: entry.url, transport: entry.binding })
}

function common(card: AgentCard): Maybe {
  const { name, description, version, documentationUrl, defaultInputModes, defaultOutputModes, provider } =
    card
  return {
    name,
    description,
    version,
    documentationUrl,
    defaultInputModes,
    defaultOutputModes,
    provider:
      provider === undefined
        ? undefined
        : over(provider.extra, { organization: provider.organization, url: provider.url }),
  }
}

function older(card: AgentCard): Maybe {
  return { url: card.interfaces[0]?.url }
}

function capabilities01(card: AgentCard): Maybe {
  const { streaming, pushNotifications, stateTransitionHistory, extra } = card.capabilities
  return {
    capabilities: over(extra, { streaming, pushNotifications, stateTransitionHistory }),
    skills: card.skills.map((skill) => skillOf(skill, {})),
  }
}

function capabilitiesOf(capabilities: AgentCapabilities, versioned: Maybe): JsonObject {
  const { streaming, pushNotifications, extensions, extra } = capabilities
  return over(extra, {
    streaming,
    pushNotifications,
    ...versioned,
    extensions: extensions.map(({ extra: more, ...members }) => over(more, members)),
  })
}

function schemesOf(card: AgentCard, form: SecurityForm): JsonObject {
  const written: Record<string, JsonValue> = {}
  for (const name in card.securitySchemes) {
    const scheme = card.securitySchemes[name]
    const value = scheme === undefined ? undefined : writeSecurityScheme(scheme, form)
    if (value !== undefined) put(written, name, value)
  }
  return written
}

function skillOf(skill: AgentSkill, security: Maybe): JsonObject {
  const { extra, security: _, ...members } = skill
  return over(extra, { ...members, ...security })
}

function signaturesOf(card: AgentCard): JsonValue {
  return card.signatures.map(({ extra, ...members }) => over(extra, members))
}

// Security schemes and requirements: 0.x JSON with `type`, and the wrappers of `a2a.v1` and 1.0 (PROTOCOL 2.3).

interface SecurityForm {
  readonly wrapped: boolean
  /** mTLS and `oauth2MetadataUrl` are 0.3's, the device code flow and `pkceRequired` 1.0's. */
  readonly since: '0.2' | '0.3' | '1.0'
}

/** Undefined when the version has no such scheme. */
function writeSecurityScheme(scheme: SecurityScheme, form: SecurityForm): JsonValue | undefined {
  if (scheme.kind === 'unknown') return scheme.raw
  if (scheme.kind === 'mutualTls' && form.since === '0.2') return undefined
  const inner = innerOf(scheme, form)
  if (form.wrapped) return { [wrapperNames[scheme.kind]]: inner }
  return { type: typeNames[scheme.kind], ...inner }
}

type DeclaredScheme = Exclude<SecurityScheme, { kind: 'unknown' }>

function innerOf(scheme: DeclaredScheme, form: SecurityForm): JsonObject {
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

function writeSecurityRequirement(requirement: SecurityRequirement, form: SecurityForm): JsonObject {
  if (!form.wrapped) return requirement
  const schemes: Record<string, JsonValue> = {}
  for (const name in requirement) put<JsonValue>(schemes, name, defined({ list: requirement[name] }))
  return { schemes }
}
