// Which version's shape a card is held against: what it declares decides, then what it looks like (PROTOCOL §8.1).

import { isList, isObject, memberOf, textOf } from '../../json-kinds.ts'
import type { JsonObject } from '../../model.ts'
import type { KindVersion } from '../shapes/objects-kind.ts'
import type { CardFacts, CardFamily } from './context.ts'

export interface CardVersion {
  readonly family: CardFamily
  readonly version: '0.1.0' | KindVersion | '1.0-rc' | '1.0'
  /** False when the card does not say and the version is a guess. */
  readonly declared: boolean
}

const exact: ReadonlyMap<string, KindVersion> = new Map(
  (['0.2.0', '0.2.1', '0.2.2', '0.2.3', '0.2.4', '0.2.5', '0.2.6', '0.3.0'] as const).map((v) => [v, v]),
)
const zeroMarks = [
  'security',
  'preferredTransport',
  'additionalInterfaces',
  'supportsAuthenticatedExtendedCard',
]

export function cardVersionOf(card: JsonObject, facts: CardFacts): CardVersion {
  const interfaces = memberOf(card, 'supportedInterfaces')
  const hasUrl = Object.hasOwn(card, 'url') && memberOf(card, 'url') !== null
  if (isList(interfaces) && (interfaces.length > 0 || !hasUrl)) {
    return { family: hasUrl ? 'hybrid' : '1.0', version: '1.0', declared: true }
  }
  const said = textOf(card, 'protocolVersion') ?? facts.protocolVersion
  if (said === undefined) return guessed(card, hasUrl)
  // A card that claims 1.x with the members of 0.x is read as 0.3; the claim itself is a finding.
  if (/^v?1\./.test(said)) {
    return hasUrl
      ? { family: '0.x', version: '0.3.0', declared: true }
      : { family: '1.0', version: '1.0', declared: true }
  }
  if (said.startsWith('0.1')) return { family: '0.1', version: '0.1.0', declared: true }
  const version = exact.get(said) ?? (said.startsWith('0.3') ? '0.3.0' : '0.2.6')
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
