// Everything that follows from a card's JSON without requests. The same for fetched, pasted and edited cards.

import { decodeCard } from '#shared/a2a/card.ts'
import { type CardInput, checkCard } from '#shared/a2a/check.ts'
import { chooseInterface } from '#shared/a2a/choose-interface.ts'
import { detectFromCard } from '#shared/a2a/detect.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { ListedAs } from '#shared/a2a/rules/card/context.ts'
import type { CardInspection, CardProblem, CardReading } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import { formatCount } from '#shared/format-count.ts'
import { suspiciousAddresses } from './addresses.ts'
import { notACard, readJson } from './read-json.ts'
import { signatureFacts } from './signature/facts.ts'

export type Inspected =
  | { readonly kind: 'card'; readonly inspection: CardInspection }
  | { readonly kind: 'problem'; readonly problem: CardProblem }

export function inspectJson(raw: JsonValue, facts: CardInput): Inspected {
  const decoded = decodeCard(raw)
  if (decoded.kind === 'unreadable' && /nested|values/.test(decoded.reason)) {
    const sentence = `Parley stopped reading the card: ${decoded.reason}. The raw response is in the record.`
    return { kind: 'problem', problem: { kind: 'too-deep', sentence } }
  }
  if (decoded.kind !== 'result') {
    const sentence = 'The JSON isn’t an agent card.'
    return { kind: 'problem', problem: notACard(raw) ?? { kind: 'not-a-card', sentence } }
  }
  const card = decoded.result
  return {
    kind: 'card',
    inspection: {
      card,
      raw,
      findings: checkCard(raw, facts),
      interfaces: chooseInterface(card, detectFromCard(card, raw).speaks).verdicts,
      suspicious: suspiciousAddresses(raw, facts.url),
      signatures: signatureFacts(card, facts.url),
      notes: notesOn(card.skills.length),
    },
  }
}

export function inspectText(text: string, baseUrl: string | undefined, listed?: ListedAs): CardReading {
  const facts: CardInput = { ...defined({ url: baseUrl }), text, listed }
  const reading = readJson(text)
  if (reading.kind === 'problem') {
    const { problem, offset } = reading
    return { readable: false, problem, findings: [], offset }
  }
  const inspected = inspectJson(reading.raw, facts)
  if (inspected.kind === 'card') return { readable: true, ...inspected.inspection }
  return { readable: false, problem: inspected.problem, findings: checkCard(reading.raw, facts) }
}

const manySkills = 1_000

function notesOn(skills: number): readonly string[] {
  if (skills < manySkills) return []
  return [
    `The card lists ${formatCount(skills)} skills. Most clients put every skill before a model; so many will not fit.`,
  ]
}
