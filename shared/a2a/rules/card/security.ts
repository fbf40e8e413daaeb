// Checks security requirements against the declared schemes: a name without a scheme shuts every client out.

import { isList, isObject, memberOf, named, shown } from '../../json-kinds.ts'
import type { AgentCard, JsonObject, JsonValue, SecurityScheme } from '../../model.ts'
import type { PathStep } from '../pointer.ts'
import { isFull, note, objectsIn, type Report, spend } from '../report.ts'
import { maxPointerNameChars } from '../walk.ts'
import { type CardContext, inOlderHalf } from './context.ts'

/** Alternatives of a card that a finding names. */
const maxShownAlternatives = 3

export function checkSecurity(report: Report, context: CardContext): void {
  const { card } = context
  const schemes = memberOf(card, 'securitySchemes')
  const declared = declaredIn(isObject(schemes) ? schemes : {})
  checkRequirements(report, [], context, card, declared)
  for (const [index, skill] of objectsIn(report, card, 'skills')) {
    checkRequirements(report, ['skills', index], context, skill, declared)
  }
  if (isFull(report)) return
  if (announcesExtendedCard(card) && declared.size === 0) {
    const path =
      memberOf(card, 'supportsAuthenticatedExtendedCard') === true
        ? ['supportsAuthenticatedExtendedCard']
        : ['capabilities', 'extendedAgentCard']
    note(report, 'CARD-EXT-001', path, 'An extended card is announced, but no security scheme.')
  }
}

/** Each scheme with the scopes of its flows, read once however often it is required. */
type Declared = ReadonlyMap<string, ReadonlySet<string> | undefined>

function declaredIn(schemes: JsonObject): Declared {
  return new Map(Object.entries(schemes).map(([name, scheme]) => [name, scopesDeclared(scheme)]))
}

function announcesExtendedCard(card: JsonObject): boolean {
  const capabilities = memberOf(card, 'capabilities')
  const announced = isObject(capabilities) && memberOf(capabilities, 'extendedAgentCard') === true
  return announced || memberOf(card, 'supportsAuthenticatedExtendedCard') === true
}

function checkRequirements(
  report: Report,
  base: readonly PathStep[],
  context: CardContext,
  owner: JsonObject,
  declared: Declared,
): void {
  const checkList = (report: Report, name: string) => {
    for (const [index, item] of objectsIn(report, owner, name, 2)) {
      checkRequirement(report, [...base, name, index], item, declared)
    }
  }
  inOlderHalf(report, context, (older) => checkList(older, 'security'))
  checkList(report, 'securityRequirements')
}

function checkRequirement(
  report: Report,
  path: readonly PathStep[],
  requirement: JsonObject,
  declared: Declared,
): void {
  const wrapped = memberOf(requirement, 'schemes')
  const names = isObject(wrapped) ? wrapped : requirement
  const base = isObject(wrapped) ? [...path, 'schemes'] : path
  for (const scheme of Object.keys(names)) {
    spend(report, 2)
    if (isFull(report)) return
    if (scheme.length > maxPointerNameChars) continue
    if (!declared.has(scheme)) {
      const message = `${named(scheme)} is required, but \`securitySchemes\` does not declare it.`
      note(report, 'PARLEY-CARD-012', [...base, scheme], message)
      continue
    }
    checkScopes(report, [...base, scheme], scopesOf(names[scheme]), declared.get(scheme))
  }
}

function scopesOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (isList(value)) return value
  if (!isObject(value)) return []
  const list = memberOf(value, 'list')
  return isList(list) ? list : []
}

function checkScopes(
  report: Report,
  path: readonly PathStep[],
  requirements: readonly JsonValue[],
  declared: ReadonlySet<string> | undefined,
): void {
  if (declared === undefined) return
  const missing = requirements.filter((scope) => typeof scope === 'string' && !declared.has(scope))
  if (missing.length === 0) return
  note(report, 'PARLEY-CARD-013', path, `No flow of this scheme lists the scope ${shown(missing[0])}.`)
}

/** Undefined for schemes whose scopes the card does not list. */
function scopesDeclared(scheme: JsonValue | undefined): ReadonlySet<string> | undefined {
  if (!isObject(scheme)) return undefined
  const wrapped = memberOf(scheme, 'oauth2SecurityScheme')
  const flows = memberOf(isObject(wrapped) ? wrapped : scheme, 'flows')
  if (!isObject(flows)) return undefined
  const scopes = new Set<string>()
  for (const flow of Object.values(flows)) {
    const listed = isObject(flow) ? memberOf(flow, 'scopes') : undefined
    if (isObject(listed)) for (const name of Object.keys(listed)) scopes.add(name)
  }
  return scopes
}

// The credentials that a card requires, and whether a request has any.

export interface SentWithout {
  readonly headerNames: readonly string[]
  /** Of the called address. */
  readonly queryNames: readonly string[]
}

/**
 * The required credentials; undefined where the card requires none, where the request may have them, and where they are not
 * visible in a request.
 */
export function missingCredentials(
  { security, securitySchemes }: Pick<AgentCard, 'security' | 'securitySchemes'>,
  { headerNames, queryNames }: SentWithout,
): string | undefined {
  const alternatives = security.map(Object.keys)
  const isSeen = (name: string) => Object.hasOwn(securitySchemes, name) && isInRequest(securitySchemes[name])
  if (alternatives.length === 0 || !alternatives.every((names) => names.some(isSeen))) return undefined
  const sent = new Set([...headerNames, ...queryNames].map((name) => name.toLowerCase()))
  const hasKey = Object.values(securitySchemes).some(
    (scheme) => scheme.kind === 'apiKey' && sent.has(scheme.name.toLowerCase()),
  )
  if (hasKey) return undefined
  const shown = alternatives.slice(0, maxShownAlternatives).map((names) => names.map(named).join(' and '))
  return shown.join(' or ')
}

/** A client certificate belongs to the connection; an unknown scheme may be anywhere. */
function isInRequest(scheme: SecurityScheme | undefined): boolean {
  return scheme !== undefined && scheme.kind !== 'mutualTls' && scheme.kind !== 'unknown'
}
