// An agent card of any version, and the hybrids that are several at once (PROTOCOL 2, 8.1). A 0.x `url` with its
// transports becomes interfaces; in a hybrid the declared 1.0 entries arrive first, then the 0.x view without doubles.

import { isList, isObject } from '../json-kinds.ts'
import type {
  AgentCapabilities,
  AgentCard,
  AgentExtension,
  AgentInterface,
  AgentSkill,
  CardSignature,
  JsonObject,
  JsonValue,
  SecurityScheme,
} from '../model.ts'
import * as member from './member-table.ts'
import { type Draft, reader, readMembers, tableOf } from './member-table.ts'
import { keep, put, type Writable } from './members.ts'
import { readSecurityScheme, securityRequirements } from './security.ts'

// The interfaces that a card declares: 1.0's ordered list, and 0.x's `url` with `preferredTransport` and `additionalInterfaces`
// under one `protocolVersion` (PROTOCOL 2.1, 2.2). Hybrids have both.

/** The card's own members about its interfaces. */
interface Declared extends Draft {
  supportedInterfaces?: readonly JsonValue[]
  additionalInterfaces?: readonly JsonValue[]
  url?: string
  transport?: string
  protocolVersion?: string
}

const declaringMembers: readonly member.Line<unknown, Declared>[] = [
  member.list('supportedInterfaces'),
  member.list('additionalInterfaces'),
  member.text('url'),
  member.called('preferredTransport', member.text('transport')),
  member.text('protocolVersion'),
].map((line) => member.aside<Declared>(line))

function interfacesOf(card: Draft, declared: Declared): readonly AgentInterface[] {
  const listed = (name: 'supportedInterfaces' | 'additionalInterfaces') =>
    interfacesIn(declared[name] ?? [], undefined, card, name) ?? []
  const supported = listed('supportedInterfaces')
  return withoutDoubles(
    supported,
    olderView(card, declared, listed('additionalInterfaces'), supported.length === 0),
  )
}

/** One version for every interface. An empty `url` is ignored in a hybrid; alone it is the card's only interface. */
function olderView(
  card: Draft,
  top: Declared,
  additions: readonly AgentInterface[],
  alone: boolean,
): readonly AgentInterface[] {
  const version = top.protocolVersion ? { protocolVersion: top.protocolVersion } : {}
  const others = additions.map((entry) => ({ ...version, ...entry }))
  if (top.url !== undefined && (top.url !== '' || alone)) {
    return [{ url: top.url, binding: top.transport || 'JSONRPC', ...version }, ...others]
  }
  if (top.transport !== undefined) keep(card, 'preferredTransport', top.transport)
  if (others.length === 0 && top.protocolVersion !== undefined) {
    keep(card, 'protocolVersion', top.protocolVersion)
  }
  return others
}

/**
 * 0.3 prose lets `additionalInterfaces` repeat the primary pair, and hybrids repeat 0.x entries (PROTOCOL 2.2, 8.3).
 * Without a version, the 0.x view is a double of whichever 0.x entry has its URL and binding.
 */
function withoutDoubles(
  declared: readonly AgentInterface[],
  older: readonly AgentInterface[],
): readonly AgentInterface[] {
  const all = [...declared]
  const visited = new Set(declared.map((entry) => identity(entry, era(entry))))
  for (const entry of declared) {
    if (entry.protocolVersion?.startsWith('0.')) visited.add(identity(entry, ''))
  }
  for (const entry of older) {
    const id = identity(entry, era(entry))
    if (visited.has(id)) continue
    visited.add(id)
    all.push(entry)
  }
  return all
}

function identity(entry: AgentInterface, version: string): string {
  return JSON.stringify([entry.url, entry.binding.toUpperCase(), version])
}

/** Only `Major.Minor` counts. */
function era(entry: AgentInterface): string {
  return (entry.protocolVersion ?? '').split('.', 2).join('.')
}

const interfacesIn = member.each(
  reader<AgentInterface>(
    () => ({ url: '', binding: '' }),
    member.text('url'),
    member.line(['protocolBinding', 'protocol_binding', 'transport'], (entry, value) => {
      if (typeof value !== 'string' || entry.binding !== '') return false
      entry.binding = value
      return true
    }),
    member.filled('protocolVersion'),
    member.filled('tenant'),
  ),
)

/** A JSON object that has `name` plus one of `url`, `supportedInterfaces`, `skills` (PROTOCOL 1.2). */
export function looksLikeCard(raw: JsonObject): boolean {
  const { name, url, supportedInterfaces, supported_interfaces, skills } = raw
  if (typeof name !== 'string') return false
  return typeof url === 'string' || isList(supportedInterfaces ?? supported_interfaces) || isList(skills)
}

/** Enough members to read it as a card where a card was requested. */
export function hasCardMembers(raw: JsonObject): boolean {
  const { url, supportedInterfaces, supported_interfaces, skills, capabilities } = raw
  if (isList(supportedInterfaces ?? supported_interfaces) || isObject(capabilities)) return true
  return typeof url === 'string' || isList(skills)
}

/** Members that are evaluated once the whole card was read. */
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
  member.called('securityRequirements', member.memberOf('security', securityRequirements), 'security'),
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
  member.memberOf('provider', member.within(readProvider)),
  member.memberOf('capabilities', member.within(readCapabilities)),
  member.strings('defaultInputModes'),
  member.strings('defaultOutputModes'),
  member.objects('skills', readSkill),
  member.objects('signatures', readSignature),
  member.memberOf('securitySchemes', member.within(readSchemes)),
  // A hybrid has the same under both names; the first one with content counts.
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
