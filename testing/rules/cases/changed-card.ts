// Findings on cards that are valid except for one change.

import { checkCard } from '#shared/a2a/check.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { CardFacts } from '#shared/a2a/rules/card/context.ts'
import { changed, sampleNamed } from './case.ts'

type Changes = Readonly<Record<string, JsonValue | undefined>>

const card1 = sampleNamed('1.0 card').document
const card3 = sampleNamed('0.3.0 card').document
export const card2 = sampleNamed('0.2.5 card').document

export const one =
  (changes: Changes, facts: CardFacts = {}) =>
  () =>
    checkCard(changed(card1, changes), facts)
export const three =
  (changes: Changes, facts: CardFacts = {}) =>
  () =>
    checkCard(changed(card3, changes), facts)

export const skill = { id: 'a', name: 'A', description: 'd', tags: ['t'] }
