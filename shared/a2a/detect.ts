// Which dialect an agent really speaks, told from its card, a reply, an event or a webhook body (PROTOCOL 3.7, 6.3,
// 8.1, 8.2). Every sentence of evidence names where it was seen and how much it weighs; cards are claims, answers are
// facts. 0.2 and 0.3 share their JSON: an event alone cannot part them and then speaks for 0.3.

import { evidenceInCard } from './detect/card.ts'
import type { Evidence, ReplySeen } from './detect/evidence.ts'
import { evidenceInReply, schemaShaped } from './detect/reply.ts'
import { evidenceInUpdate } from './detect/update.ts'
import type { DialectId } from './dialect.ts'
import type { AgentCard, Binding, JsonValue } from './model.ts'
import { outOfBounds } from './read/bound.ts'

export interface Detection {
  /** The dialect with the most weight; undefined when nothing speaks for any, or two speak equally. */
  readonly speaks?: DialectId
  /** False when evidence contradicts itself or only hints: ask the agent (`probeCalls`). */
  readonly certain: boolean
  readonly evidence: readonly Evidence[]
}

export function detectFromCard(card: AgentCard, raw: JsonValue): Detection {
  return weigh(outOfBounds(raw) === undefined ? evidenceInCard(card, raw) : [])
}

export function detectFromReply(reply: ReplySeen): Detection {
  const { raw } = reply
  if (raw !== undefined && outOfBounds(raw) !== undefined) return weigh([])
  return weigh(evidenceInReply(reply))
}

/** Over REST, 0.3 JSON with `kind` is the schema-shaped dialect. */
export function detectFromEvent(raw: JsonValue, binding: Binding = 'JSONRPC'): Detection {
  if (outOfBounds(raw) !== undefined) return weigh([])
  const evidence = evidenceInUpdate(raw, '', 'stream')
  return weigh(binding === 'HTTP+JSON' ? evidence.map(schemaShaped) : evidence)
}

export function detectFromWebhook(raw: JsonValue): Detection {
  return weigh(outOfBounds(raw) === undefined ? evidenceInUpdate(raw, '', 'webhook') : [])
}

/** Evidence of several sightings together: what an agent answered outweighs what its card claims. */
export function combine(...detections: readonly Detection[]): Detection {
  return weigh(detections.flatMap((detection) => detection.evidence))
}

function weigh(evidence: readonly Evidence[]): Detection {
  const weights = new Map<DialectId, number>()
  for (const { speaks, weight } of evidence) weights.set(speaks, (weights.get(speaks) ?? 0) + weight)
  const [first, second] = [...weights].sort(([, a], [, b]) => b - a)
  if (first === undefined || first[1] === second?.[1]) return { certain: false, evidence }
  const strongest = Math.max(
    ...evidence.filter((item) => item.speaks === first[0]).map((item) => item.weight),
  )
  const rival = Math.max(0, ...evidence.filter((item) => item.speaks !== first[0]).map((item) => item.weight))
  return { speaks: first[0], certain: strongest >= 2 && strongest > rival, evidence }
}
