// A card, held against the shape of its own version and against what only the whole card can tell.

import { isObject, shown, textOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import type { PathStep } from '../pointer.ts'
import { inside, isFull, note, objectsIn, type Report } from '../report.ts'
import { citedVersions } from '../sections.ts'
import { compareVersions, type Shape } from '../shape.ts'
import { cardZero } from '../shapes/card-0-x.ts'
import { cardOneZero } from '../shapes/card-1-0.ts'
import { walk } from '../walk.ts'
import { type CardVersion, cardVersionOf } from './card-version.ts'
import { checkZeroClaim } from './claim.ts'
import type { CardContext, CardFacts } from './context.ts'
import { checkInterfaces } from './interfaces.ts'
import { checkListed } from './listed.ts'
import { checkOlderHalf } from './older-half.ts'
import { checkSecurity } from './security.ts'
import { checkSignatures } from './signatures.ts'

const zeroVersions = citedVersions.filter((version) => version.startsWith('0.'))

const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...zeroVersions.map((version) => [keyOf('0.x', version, true), cardZero(version, true)] as const),
  [keyOf('0.x', '0.2.6', false), cardZero('0.2.6', false)],
  [keyOf('0.x', '0.1.0', false), cardZero('0.1.0', false)],
  [keyOf('1.0', '1.0', true), cardOneZero('1.0', false)],
  [keyOf('hybrid', '1.0', true), cardOneZero('1.0', true)],
])

function keyOf(family: CardVersion['family'], version: string, declared: boolean): string {
  return family === '1.0' || family === 'hybrid' ? family : `${version} ${declared}`
}

/** The version findings about this card will cite; undefined for what is no card. */
export function versionOfCard(raw: JsonValue, facts: CardFacts): string | undefined {
  return isObject(raw) && mayBeCard(raw) ? cardVersionOf(raw, facts).version : undefined
}

/** Checks the card the report stands at, or its member `at`. */
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
  const found = cardVersionOf(raw, facts)
  const shape = shapes.get(keyOf(found.family, found.version, found.declared))
  inside(report, at, () => {
    if (shape !== undefined) walk(shape, report, raw)
    if (facts.listed !== undefined) checkListed(report, raw, facts.listed)
    // What holds for the card as a whole can be said of a whole card alone.
    if (!isFull(report)) checkWhole(report, raw, found, facts)
  })
}

const cardMembers = ['name', 'url', 'supportedInterfaces', 'skills', 'capabilities']

/** Error bodies and pages of other services are no cards with everything missing. */
export function mayBeCard(raw: JsonObject): boolean {
  return cardMembers.some((name) => Object.hasOwn(raw, name))
}

function checkWhole(report: Report, card: JsonObject, found: CardVersion, facts: CardFacts): void {
  const context: CardContext = { card, family: found.family, facts }
  checkInterfaces(report, context)
  checkSecurity(report, context)
  checkSignatures(report, context)
  checkSkillIds(report, card)
  checkPath(report, found, facts)
  checkClaim(report, card, found)
}

function checkClaim(report: Report, card: JsonObject, found: CardVersion): void {
  if (found.family === '0.x') checkZeroClaim(report, card, found)
  if (found.family !== 'hybrid') return
  note(report, 'PARLEY-CARD-023', undefined, 'The card has `supportedInterfaces` and the `url` of 0.3.')
  checkOlderHalf(report, card)
}

/** `agent.json` became `agent-card.json` with 0.3 (§5.3); it is still asked for and served. */
function checkPath(report: Report, { version }: CardVersion, { url }: CardFacts): void {
  if (url === undefined || compareVersions(version, '0.3.0') < 0) return
  if (!/\/\.well-known\/agent\.json(?:[?#]|$)/.test(url)) return
  note(report, 'PARLEY-CARD-029', undefined, 'The card was found at `/.well-known/agent.json`.')
}

function checkSkillIds(report: Report, card: JsonObject): void {
  const seen = new Map<string, number>()
  for (const [index, skill] of objectsIn(report, card, 'skills')) {
    const id = textOf(skill, 'id')
    if (id === undefined) continue
    const path = ['skills', index, 'id']
    const first = seen.get(id)
    if (first === undefined) seen.set(id, index)
    else note(report, 'PARLEY-CARD-018', path, `\`skills[${first}]\` has the id ${shown(id)} too.`)
  }
}
