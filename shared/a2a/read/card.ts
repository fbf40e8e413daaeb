// An agent card of any version, and the hybrids that are several at once (PROTOCOL 2, 8.1). A 0.x `url` with its
// transports becomes interfaces; in a hybrid the declared 1.0 entries come first, then the 0.x view without doubles.

import { isList, isObject } from '../json-kinds.ts'
import type {
  AgentCapabilities,
  AgentCard,
  AgentExtension,
  AgentSkill,
  CardSignature,
  JsonObject,
  SecurityScheme,
} from '../model.ts'
import { type Declared, declaringMembers, interfacesOf } from './card-interfaces.ts'
import * as member from './member-table.ts'
import { reader, readMembers, tableOf } from './member-table.ts'
import { keep, put, type Writable } from './members.ts'
import { readSecurityScheme, securityRequirements } from './security.ts'

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

/** What is settled once the whole card was read. */
interface Whole extends Declared {
  extendedCard?: boolean
}

const readSkill = reader<AgentSkill>(
  () => ({ id: '', name: '', tags: [], examples: [] }),
  member.text('id'),
  member.text('name'),
  member.text('description'),
  member.strings('tags'),
  member.strings('examples'),
  member.strings('inputModes'),
  member.strings('outputModes'),
  member.called('securityRequirements', member.of('security', securityRequirements), 'security'),
)

const readExtension = reader<AgentExtension>(
  () => ({ uri: '', required: false }),
  member.text('uri'),
  member.filled('description'),
  member.flag('required'),
  member.object('params'),
)

const readCapabilities = reader<AgentCapabilities>(
  () => ({ extensions: [] }),
  member.flag('streaming'),
  member.flag('pushNotifications'),
  member.flag('extendedAgentCard'),
  member.flag('stateTransitionHistory'),
  member.objects('extensions', readExtension),
)

const readProvider = reader<NonNullable<AgentCard['provider']>>(
  () => ({ organization: '' }),
  member.text('organization', 'origanization'),
  member.filled('url'),
)

const readSignature = reader<CardSignature>(
  () => ({ protected: '', signature: '' }),
  member.text('protected'),
  member.text('signature'),
  member.object('header'),
)

const cardTable = tableOf<Writable<AgentCard>, Whole>(
  ...declaringMembers,
  member.aside(member.called('supportsAuthenticatedExtendedCard', member.flag('extendedCard'))),
  member.text('name'),
  member.text('description'),
  member.text('version'),
  member.filled('iconUrl'),
  member.filled('documentationUrl'),
  member.of('provider', member.within(readProvider)),
  member.of('capabilities', member.within(readCapabilities)),
  member.strings('defaultInputModes'),
  member.strings('defaultOutputModes'),
  member.objects('skills', readSkill),
  member.objects('signatures', readSignature),
  member.of('securitySchemes', member.within(readSchemes)),
  // A hybrid says the same under both names; whichever says something counts.
  member.line(['security', 'securityRequirements', 'security_requirements'], (card, value, _, key) => {
    const requirements = securityRequirements(value, undefined, card, key)
    if (requirements === undefined) return false
    if (card.security.length === 0) card.security = requirements
    else if (JSON.stringify(requirements) !== JSON.stringify(card.security)) keep(card, key, value)
    return true
  }),
)

export function readCard(raw: JsonObject): AgentCard {
  const whole: Whole = {}
  const draft: Writable<AgentCard> = {
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
  const card = readMembers(cardTable, raw, draft, whole)
  card.interfaces = interfacesOf(card, whole)
  const { extendedCard } = whole
  const { extendedAgentCard } = card.capabilities
  if (extendedCard !== undefined && extendedAgentCard === undefined) {
    card.capabilities = { ...card.capabilities, extendedAgentCard: extendedCard }
  } else if (extendedCard !== undefined && extendedCard !== extendedAgentCard) {
    keep(card, 'supportsAuthenticatedExtendedCard', extendedCard)
  }
  return card
}

function readSchemes(raw: JsonObject): AgentCard['securitySchemes'] {
  const schemes: Record<string, SecurityScheme> = {}
  for (const key in raw) put(schemes, key, readSecurityScheme(raw[key] ?? null))
  return schemes
}
