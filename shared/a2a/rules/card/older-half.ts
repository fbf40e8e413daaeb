// A card that serves 1.0 and 0.3: what it says for clients of 0.3 is held to 0.3, as if it stood alone.

import { isObject, memberOf } from '../../json-kinds.ts'
import type { JsonObject } from '../../model.ts'
import * as check from '../checks.ts'
import { asVersion, inside, objectsIn, type Report } from '../report.ts'
import { partOf } from '../shape.ts'
import { cardZero } from '../shapes/card-0-x.ts'
import { securityRequirement } from '../shapes/security-requirements.ts'
import { olderVersion } from '../shapes/security-schemes.ts'
import { folded } from '../spelling.ts'
import { walk } from '../walk.ts'
import { checkZeroClaim } from './claim.ts'

const half = partOf(cardZero(olderVersion, false), [
  'url',
  'protocolVersion',
  'preferredTransport',
  'additionalInterfaces',
  'security',
  'supportsAuthenticatedExtendedCard',
])
const requirements = check.list(securityRequirement('bare'))

export function checkOlderHalf(report: Report, card: JsonObject): void {
  asVersion(report, olderVersion, (older) => {
    const said = Object.entries(card).filter(([name]) => half.spellings.has(folded(name)))
    walk(half, older, Object.fromEntries(said))
    const declared = (memberOf(card, 'protocolVersion') ?? null) !== null
    checkZeroClaim(older, card, { version: olderVersion, declared, isBesideSound: !hasErrors(report) })
    checkSkills(older, card)
    const capabilities = memberOf(card, 'capabilities')
    const history = isObject(capabilities) ? memberOf(capabilities, 'stateTransitionHistory') : undefined
    if (history === undefined || history === null) return
    inside(older, 'capabilities', () => check.flag(older, history, 'stateTransitionHistory'))
  })
}

/** In the half of 1.0, which is judged before. */
function hasErrors({ found = [], version }: Report): boolean {
  return found.some(({ severity, spec }) => severity === 'error' && spec.version === version)
}

function checkSkills(report: Report, card: JsonObject): void {
  inside(report, 'skills', () => {
    for (const [index, skill] of objectsIn(report, card, 'skills')) {
      const security = memberOf(skill, 'security') ?? null
      if (security !== null) inside(report, index, () => requirements(report, security, 'security'))
    }
  })
}
