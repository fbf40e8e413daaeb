// The extended card, asked for in every way that some version has (PROTOCOL §1.3), until one works.

import { decodeCard } from '#shared/a2a/card.ts'
import { checkCard } from '#shared/a2a/check.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { ExtendedCardAnswer, ExtendedCardAttempt } from '#shared/contract/card-questions.ts'
import type { ExtendedDeps } from './extended-ask.ts'
import { askWay } from './extended-ask.ts'
import { extendedWays } from './extended-ways.ts'
import { signatureFacts } from './signature/facts.ts'

export interface ExtendedReading {
  readonly answer: ExtendedCardAnswer
  /** What a signature of it covers: never to leave the engine. */
  readonly asSigned?: JsonValue
}

export async function readExtendedCard(
  deps: ExtendedDeps,
  agentId: string,
  discovery: Extract<Discovery, { found: true }>,
  signal?: AbortSignal,
): Promise<ExtendedReading> {
  const ways = extendedWays(discovery)
  const attempts: ExtendedCardAttempt[] = []
  for (const way of ways) {
    const asked = await askWay(deps, agentId, way, signal)
    if (asked === undefined) continue
    const { attempt, raw } = asked
    const card = raw === undefined ? undefined : cardIn(raw)
    const worked = card !== undefined
    attempts.push({
      ...attempt,
      worked,
      ...(raw !== undefined && !worked && { outcome: `${attempt.outcome}, but no card` }),
    })
    if (raw === undefined || card === undefined) continue
    const answer: ExtendedCardAnswer = {
      found: true,
      way: way.kind,
      sentence: `The extended card came by ${attempt.label}.${declared(discovery) ? '' : ' The public card does not say that there is one.'}`,
      card,
      raw,
      findings: checkCard(raw, {
        text: JSON.stringify(raw),
        url: discovery.cardUrl,
        ...(way.kind === 'GRPC' && { binding: way.kind }),
      }),
      signatures: signatureFacts(card, discovery.cardUrl || undefined),
      attempts,
    }
    return { answer, asSigned: asked.asSigned ?? raw }
  }
  return { answer: { found: false, reason: reasonOf(discovery, attempts), attempts } }
}

function cardIn(raw: JsonValue) {
  if (!isObject(raw)) return undefined
  const decoded = decodeCard(raw)
  return decoded.kind === 'result' ? decoded.result : undefined
}

function declared({ card }: Extract<Discovery, { found: true }>): boolean {
  return card.capabilities.extendedAgentCard === true
}

function reasonOf(
  discovery: Extract<Discovery, { found: true }>,
  attempts: readonly ExtendedCardAttempt[],
): string {
  if (attempts.length === 0)
    return 'This card declares no interface over which an extended card can be requested.'
  const refused = attempts.find(({ outcome }) => /^(401|403)\b/.test(outcome))
  if (refused !== undefined) {
    const withheld =
      refused.credentials === 'withheld' ? ' Yours were not sent: this origin is not approved for them.' : ''
    const wrong = refused.credentials === 'sent' ? ' Those you set were sent, and refused.' : ''
    return `The agent requires credentials for its extended card.${withheld}${wrong}`
  }
  const says = declared(discovery)
    ? 'The card declares an extended one'
    : 'The card does not declare an extended one'
  return `${says}; no address returned it. The last response: ${attempts.at(-1)?.outcome ?? ''}`
}
