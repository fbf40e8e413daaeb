// An agent card of any version, and the hybrids that are several at once (PROTOCOL 2, 8.1). A 0.x `url` with its
// transports becomes interfaces; in a hybrid the declared 1.0 entries come first, then the 0.x view without doubles.

import { isList, isObject } from '../json-kinds.ts'
import type { AgentCard, CardSignature, JsonObject, JsonValue } from '../model.ts'
import { readCapabilities } from './capabilities.ts'
import { createInterfaceList } from './card-interfaces.ts'
import type { Writable } from './members.ts'
import { keep, misfit, objectsOf, put, strings } from './members.ts'
import { readSecurityScheme } from './security.ts'
import { readSecurityRequirements } from './security-requirement.ts'
import { readSkill } from './skill.ts'

/** A JSON object that has `name` plus one of `url`, `supportedInterfaces`, `skills` (PROTOCOL 1.2). */
export function looksLikeCard(raw: JsonObject): boolean {
  const { name, url, supportedInterfaces, supported_interfaces, skills } = raw
  if (typeof name !== 'string') return false
  return typeof url === 'string' || isList(supportedInterfaces ?? supported_interfaces) || isList(skills)
}

/** Enough to read a card as one where a card was asked for. */
export function hasCardMembers(raw: JsonObject): boolean {
  const { url, supportedInterfaces, supported_interfaces, skills, capabilities } = raw
  if (isList(supportedInterfaces ?? supported_interfaces) || isObject(capabilities)) return true
  return typeof url === 'string' || isList(skills)
}

export function readCard(raw: JsonObject): AgentCard {
  const card: Writable<AgentCard> = {
    name: '',
    interfaces: [],
    capabilities: { extensions: [] },
    securitySchemes: {},
    security: [],
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
    signatures: [],
  }
  const interfaces = createInterfaceList()
  let extendedCard: boolean | undefined
  for (const key in raw) {
    const value = raw[key] ?? null
    if (interfaces.take(key, value)) continue
    if (!isExtendedFlag(key)) readMember(card, key, value)
    else if (typeof value === 'boolean') extendedCard = value
    else misfit(card, key, value)
  }
  card.interfaces = interfaces.list(card)
  const { extendedAgentCard } = card.capabilities
  if (extendedCard !== undefined && extendedAgentCard === undefined) {
    card.capabilities = { ...card.capabilities, extendedAgentCard: extendedCard }
  } else if (extendedCard !== undefined && extendedCard !== extendedAgentCard) {
    keep(card, 'supportsAuthenticatedExtendedCard', extendedCard)
  }
  return card
}

function isExtendedFlag(key: string): boolean {
  return key === 'supportsAuthenticatedExtendedCard' || key === 'supports_authenticated_extended_card'
}

function readMember(card: Writable<AgentCard>, key: string, value: JsonValue): void {
  switch (key) {
    case 'name':
      if (typeof value === 'string') card.name = value
      else misfit(card, key, value)
      return
    case 'description':
    case 'version':
      if (typeof value === 'string') card[key] = value
      else misfit(card, key, value)
      return
    case 'iconUrl':
    case 'icon_url':
      if (typeof value !== 'string') misfit(card, key, value)
      else if (value !== '') card.iconUrl = value
      return
    case 'documentationUrl':
    case 'documentation_url':
      if (typeof value !== 'string') misfit(card, key, value)
      else if (value !== '') card.documentationUrl = value
      return
    case 'provider':
      if (isObject(value)) card.provider = readProvider(value)
      else misfit(card, key, value)
      return
    case 'capabilities':
      if (isObject(value)) card.capabilities = readCapabilities(value)
      else misfit(card, key, value)
      return
    case 'defaultInputModes':
    case 'default_input_modes':
      card.defaultInputModes = strings(value) ?? aside(card, key, value)
      return
    case 'defaultOutputModes':
    case 'default_output_modes':
      card.defaultOutputModes = strings(value) ?? aside(card, key, value)
      return
    case 'skills':
      card.skills = objectsOf(card, key, value, readSkill) ?? []
      return
    case 'signatures':
      card.signatures = objectsOf(card, key, value, readSignature) ?? []
      return
    default:
      readSecurity(card, key, value)
  }
}

function readSecurity(card: Writable<AgentCard>, key: string, value: JsonValue): void {
  switch (key) {
    case 'securitySchemes':
    case 'security_schemes':
      if (isObject(value)) card.securitySchemes = readSchemes(value)
      else misfit(card, key, value)
      return
    case 'security':
    case 'securityRequirements':
    case 'security_requirements': {
      const requirements = readSecurityRequirements(card, key, value) ?? []
      // A hybrid says the same under both names; whichever says something counts.
      if (card.security.length === 0) card.security = requirements
      else if (JSON.stringify(requirements) !== JSON.stringify(card.security)) keep(card, key, value)
      return
    }
    default:
      keep(card, key, value)
  }
}

function aside(draft: { extra?: JsonObject }, key: string, value: JsonValue): readonly string[] {
  misfit(draft, key, value)
  return []
}

function readSchemes(raw: JsonObject): AgentCard['securitySchemes'] {
  const schemes: Record<string, ReturnType<typeof readSecurityScheme>> = {}
  for (const key in raw) put(schemes, key, readSecurityScheme(raw[key] ?? null))
  return schemes
}

function readProvider(raw: JsonObject): NonNullable<AgentCard['provider']> {
  const provider: Writable<NonNullable<AgentCard['provider']>> = { organization: '' }
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'organization':
      case 'origanization':
        if (typeof value === 'string') provider.organization = value
        else misfit(provider, key, value)
        break
      case 'url':
        if (typeof value !== 'string') misfit(provider, key, value)
        else if (value !== '') provider.url = value
        break
      default:
        keep(provider, key, value)
    }
  }
  return provider
}

function readSignature(raw: JsonObject): CardSignature {
  const signature: Writable<CardSignature> = { protected: '', signature: '' }
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'protected':
      case 'signature':
        if (typeof value === 'string') signature[key] = value
        else misfit(signature, key, value)
        break
      case 'header':
        if (isObject(value)) signature.header = value
        else misfit(signature, key, value)
        break
      default:
        keep(signature, key, value)
    }
  }
  return signature
}
