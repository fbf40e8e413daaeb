// Checks a card against the shape of its own version, and as a whole.

import { isList, isObject, memberOf, shown, textOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import * as check from '../checks.ts'
import type { PathStep } from '../pointer.ts'
import { asVersion, inside, isFull, maxJudged, note, objectsIn, type Report } from '../report.ts'
import { citedVersions } from '../sections.ts'
import { compareVersions, partOf, type Shape } from '../shape.ts'
import { cardZero } from '../shapes/card-0-x.ts'
import { cardOneZero } from '../shapes/card-1-0.ts'
import type { KindVersion } from '../shapes/objects-kind.ts'
import { securityRequirement } from '../shapes/security-requirements.ts'
import { olderVersion } from '../shapes/security-schemes.ts'
import { folded } from '../spelling.ts'
import { walk } from '../walk.ts'
import type { CardContext, CardFacts, CardFamily, ListedAs } from './context.ts'
import { checkInterfaces } from './interfaces.ts'
import { checkSecurity } from './security.ts'
import { checkSignatures } from './signatures.ts'

/** Protobuf leaves out empty lists and texts: they are put back before a card from gRPC is judged. */
export function withLeftOut(raw: JsonValue): JsonValue {
  if (!isObject(raw)) return raw
  const skills = memberOf(raw, 'skills')
  return { ...emptyCard, ...raw, ...(isList(skills) && { skills: skills.map(fullSkill) }) }
}

const emptyCard: JsonObject = {
  name: '',
  description: '',
  version: '',
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
}

const emptySkill: JsonObject = { id: '', name: '', description: '', tags: [] }

// Of the judged values: each skill counts as itself and at least four members.
const maxFull = maxJudged / 5

function fullSkill(skill: JsonValue, index: number): JsonValue {
  return index < maxFull && isObject(skill) ? { ...emptySkill, ...skill } : skill
}

const half = partOf(cardZero(olderVersion, false), [
  'url',
  'protocolVersion',
  'preferredTransport',
  'additionalInterfaces',
  'security',
  'supportsAuthenticatedExtendedCard',
])
const requirements = check.list(securityRequirement('bare'))

const exact: ReadonlyMap<string, KindVersion> = new Map(
  (['0.2.0', '0.2.1', '0.2.2', '0.2.3', '0.2.4', '0.2.5', '0.2.6', '0.3.0'] as const).map((v) => [v, v]),
)
const zeroMarks = [
  'security',
  'preferredTransport',
  'additionalInterfaces',
  'supportsAuthenticatedExtendedCard',
]

const zeroVersions = citedVersions.filter((version) => version.startsWith('0.'))

const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...zeroVersions.map((version) => [keyOf('0.x', version, true), cardZero(version, true)] as const),
  [keyOf('0.x', '0.2.6', false), cardZero('0.2.6', false)],
  [keyOf('0.x', '0.1.0', false), cardZero('0.1.0', false)],
  [keyOf('1.0', '1.0', true), cardOneZero(false)],
  [keyOf('hybrid', '1.0', true), cardOneZero(true)],
])

function keyOf(family: CardVersion['family'], version: string, declared: boolean): string {
  return family === '1.0' || family === 'hybrid' ? family : `${version} ${declared}`
}

/** The version that findings about this card cite; undefined for anything but a card. */
export function versionOfCard(raw: JsonValue, facts: CardFacts): string | undefined {
  return isObject(raw) && mayBeCard(raw) ? cardVersionOf(raw, facts).version : undefined
}

/** Checks the card at the report's position, or its member `at`. */
export function checkCardInto(
  report: Report,
  raw: JsonValue,
  at: PathStep | undefined,
  facts: CardFacts,
): void {
  if (!isObject(raw) || !mayBeCard(raw)) {
    const what = isObject(raw) ? 'an object without the members' : `${shown(raw)} instead`
    note(report, 'PARLEY-CARD-028', at, `The document is ${what} of an agent card.`)
    return
  }
  const cardVersion = cardVersionOf(raw, facts)
  const shape = shapes.get(keyOf(cardVersion.family, cardVersion.version, cardVersion.declared))
  inside(report, at, () => {
    if (shape !== undefined) walk(shape, report, raw)
    if (facts.listed !== undefined) checkListed(report, raw, facts.listed)
    // Rules about the card as a whole need all of it.
    if (!isFull(report)) checkWhole(report, raw, cardVersion, facts)
  })
}

const cardMembers = ['name', 'url', 'supportedInterfaces', 'skills', 'capabilities']

/** Error bodies and pages of other services are not cards with everything missing. */
export function mayBeCard(raw: JsonObject): boolean {
  return cardMembers.some((name) => Object.hasOwn(raw, name))
}

function checkWhole(report: Report, card: JsonObject, cardVersion: CardVersion, facts: CardFacts): void {
  const context: CardContext = { card, family: cardVersion.family, facts }
  checkInterfaces(report, context)
  checkSecurity(report, context)
  checkSignatures(report, context)
  checkSkillIds(report, card)
  checkPath(report, cardVersion, facts)
  checkClaim(report, card, cardVersion)
}

function checkClaim(report: Report, card: JsonObject, cardVersion: CardVersion): void {
  if (cardVersion.family === '0.x') checkZeroClaim(report, card, cardVersion)
  if (cardVersion.family !== 'hybrid') return
  note(report, 'PARLEY-CARD-023', undefined, 'The card has `supportedInterfaces` and the `url` of 0.3.')
  checkOlderHalf(report, card)
}

/** `agent.json` became `agent-card.json` with 0.3 (§5.3); both are still requested and served. */
function checkPath(report: Report, { version }: CardVersion, { url }: CardFacts): void {
  if (url === undefined || compareVersions(version, '0.3.0') < 0) return
  if (!/\/\.well-known\/agent\.json(?:[?#]|$)/.test(url)) return
  note(report, 'PARLEY-CARD-029', undefined, 'The card was found at `/.well-known/agent.json`.')
}

function checkSkillIds(report: Report, card: JsonObject): void {
  const visited = new Map<string, number>()
  for (const [index, skill] of objectsIn(report, card, 'skills')) {
    const id = textOf(skill, 'id')
    if (id === undefined) continue
    const path = ['skills', index, 'id']
    const first = visited.get(id)
    if (first === undefined) visited.set(id, index)
    else note(report, 'PARLEY-CARD-018', path, `\`skills[${first}]\` has the id ${shown(id)} too.`)
  }
}

// The version whose shape a card is held to: its declaration decides, else its members (PROTOCOL §8.1).

interface CardVersion {
  readonly family: CardFamily
  readonly version: '0.1.0' | KindVersion | '1.0-rc' | '1.0'
  /** False when the card does not declare it and the version is a guess. */
  readonly declared: boolean
}

function cardVersionOf(card: JsonObject, facts: CardFacts): CardVersion {
  const interfaces = memberOf(card, 'supportedInterfaces')
  const hasUrl = Object.hasOwn(card, 'url') && memberOf(card, 'url') !== null
  if (isList(interfaces) && (interfaces.length > 0 || !hasUrl)) {
    return { family: hasUrl ? 'hybrid' : '1.0', version: '1.0', declared: true }
  }
  const text = textOf(card, 'protocolVersion') ?? facts.protocolVersion
  if (text === undefined) return guessed(card, hasUrl)
  // A card that claims 1.x but has the members of 0.x is read as 0.3; the claim itself is a finding.
  if (/^v?1\./.test(text)) {
    return hasUrl
      ? { family: '0.x', version: '0.3.0', declared: true }
      : { family: '1.0', version: '1.0', declared: true }
  }
  if (text.startsWith('0.1')) return { family: '0.1', version: '0.1.0', declared: true }
  const version = exact.get(text) ?? (text.startsWith('0.3') ? '0.3.0' : '0.2.6')
  return { family: '0.x', version, declared: true }
}

function guessed(card: JsonObject, hasUrl: boolean): CardVersion {
  const oldest = isObject(memberOf(card, 'authentication')) && !Object.hasOwn(card, 'securitySchemes')
  if (oldest) return { family: '0.1', version: '0.1.0', declared: false }
  if (Object.hasOwn(card, 'signatures') && hasUrl) return { family: '0.x', version: '0.3.0', declared: true }
  if (hasUrl || zeroMarks.some((name) => Object.hasOwn(card, name))) {
    return { family: '0.x', version: '0.2.6', declared: false }
  }
  return { family: '1.0', version: '1.0', declared: false }
}

// A card that serves 1.0 and 0.3: its members for 0.3 clients are held to 0.3, as if they were alone.

function checkOlderHalf(report: Report, card: JsonObject): void {
  asVersion(report, olderVersion, (older) => {
    const texts = Object.entries(card).filter(([name]) => half.spellings.has(folded(name)))
    walk(half, older, Object.fromEntries(texts))
    const declared = (memberOf(card, 'protocolVersion') ?? null) !== null
    checkZeroClaim(older, card, { version: olderVersion, declared, isBesideSound: !hasErrors(report) })
    checkSkills(older, card)
    const capabilities = memberOf(card, 'capabilities')
    const history = isObject(capabilities) ? memberOf(capabilities, 'stateTransitionHistory') : undefined
    if (history === undefined || history === null) return
    inside(older, 'capabilities', () => check.flag(older, history, 'stateTransitionHistory'))
  })
}

/** In its 1.0 half, which is judged first. */
function hasErrors({ findings = [], version }: Report): boolean {
  return findings.some(({ severity, spec }) => severity === 'error' && spec.version === version)
}

function checkSkills(report: Report, card: JsonObject): void {
  inside(report, 'skills', () => {
    for (const [index, skill] of objectsIn(report, card, 'skills')) {
      const security = memberOf(skill, 'security') ?? null
      if (security !== null) inside(report, index, () => requirements(report, security, 'security'))
    }
  })
}

interface ZeroClaim {
  readonly version: string
  /** False where the version is a guess. */
  readonly declared: boolean
  /** The card also has a 1.0 half without errors. */
  readonly isBesideSound?: boolean
}

function checkZeroClaim(
  report: Report,
  card: JsonObject,
  { version, declared, isBesideSound = false }: ZeroClaim,
): void {
  const text = textOf(card, 'protocolVersion')
  if (text !== undefined && !/^0\.\d/.test(text)) {
    const message = `\`protocolVersion\` is ${shown(text)}, but \`url\` beside it is for clients before 1.0.`
    const severity = isBesideSound ? 'warning' : 'error'
    note(report, 'PARLEY-CARD-008', 'protocolVersion', message, { severity })
  }
  if (!declared) note(report, 'PARLEY-CARD-007', 'protocolVersion', '`protocolVersion` is missing.')
  if (version === '0.3.0' && !Object.hasOwn(card, 'preferredTransport')) {
    const message = '`preferredTransport` is missing; JSONRPC is assumed.'
    note(report, 'PARLEY-CARD-026', 'preferredTransport', message)
  }
}

/** Types that the entry of an AI Catalog may give an A2A agent's card. */
export function isCardType(type: string): boolean {
  return /^application\/(?:a2a-)?agent-card\+json\b/i.test(type)
}

export function checkListed(report: Report, card: JsonObject, { type, name, version }: ListedAs): void {
  if (!isCardType(type)) {
    note(report, 'PARLEY-CARD-030', undefined, `The catalog lists this agent card as ${shown(type)}.`)
  }
  const cardMember = (member: string) => memberOf(card, member)
  if (version !== undefined && version !== cardMember('version')) {
    const message = `\`version\` is ${shown(cardMember('version') ?? null)}, but the catalog lists ${shown(version)}.`
    note(report, 'PARLEY-CARD-030', 'version', message)
  }
  if (name !== undefined && name !== cardMember('name')) {
    const message = `\`name\` is ${shown(cardMember('name') ?? null)}, but the catalog lists ${shown(name)}.`
    note(report, 'PARLEY-CARD-030', 'name', message, { severity: 'info' })
  }
}
