// Detects the dialect of an agent from its card, a reply, an event or a webhook body (PROTOCOL 3.7, 6.3, 8.1, 8.2). All
// evidence names its place and its weight; cards are claims, answers are facts. 0.2 and 0.3 share their JSON: an event alone
// cannot distinguish them and counts as 0.3.

import { bindingOf, dialectOfVersion, type Evidence, type ReplySeen, sign } from './detect/evidence.ts'
import { evidenceInReply, evidenceInUpdate, schemaShaped } from './detect/reply.ts'
import type { DialectId } from './dialect.ts'
import { isList, isObject, shown } from './json-kinds.ts'
import type { AgentCard, Binding, JsonValue } from './model.ts'
import { outOfBounds } from './read/bound.ts'

export interface Detection {
  /** The dialect with the most weight; undefined without evidence, or when two weigh the same. */
  readonly speaks?: DialectId
  /** False when the evidence is contradictory or weak: then send `probeCalls`. */
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

/** Combines evidence: what an agent answered outweighs what its card claims. */
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

/** PROTOCOL 8.1. Interfaces are weighed in their order: the preferred one weighs most. */
function evidenceInCard(card: AgentCard, raw: JsonValue): readonly Evidence[] {
  if (!isObject(raw)) return []
  const { supportedInterfaces, supported_interfaces } = raw
  const listed = supportedInterfaces ?? supported_interfaces
  const declared = isList(listed) ? listed.filter(isObject) : []
  const evidence = declared.length > 0 ? evidenceInInterfaces(card, declared.length) : evidenceInOldCard(raw)
  return [...evidence, ...shapes(raw)]
}

function evidenceInInterfaces(card: AgentCard, count: number): readonly Evidence[] {
  return card.interfaces.slice(0, count).flatMap((entry, index): readonly Evidence[] => {
    const pointer = `/supportedInterfaces/${index}/protocolVersion`
    const binding = bindingOf(entry.binding) ?? 'JSONRPC'
    if (entry.protocolVersion === undefined) {
      return [sign(pointer, 'an interface without a version, in the list 1.0 introduced', '1.0', 1)]
    }
    const speaks = dialectOfVersion(entry.protocolVersion, binding)
    if (speaks === undefined) return []
    const what = `interface ${index} declares ${entry.binding} at version ${shown(entry.protocolVersion)}`
    return [sign(pointer, what, speaks, index === 0 ? 2 : 1)]
  })
}

function evidenceInOldCard(raw: { readonly [name: string]: JsonValue }): readonly Evidence[] {
  const { url, protocolVersion, protocol_version, preferredTransport, authentication, securitySchemes } = raw
  if (typeof url !== 'string') return []
  const version = protocolVersion ?? protocol_version
  const declared = typeof preferredTransport === 'string' ? bindingOf(preferredTransport) : undefined
  const binding = declared ?? 'JSONRPC'
  if (typeof version === 'string' && version !== '') {
    const speaks = dialectOfVersion(version, binding)
    const lies = speaks === '1.0' || speaks === '1.0-rc'
    const text = `the card declares version ${shown(version)}${lies ? ', in a member 1.0 does not have' : ''}`
    const claim = speaks === undefined ? [] : [sign('/protocolVersion', text, speaks, lies ? 1 : 2)]
    if (!lies) return claim
    const what = 'a top-level `url` without `supportedInterfaces` is how 0.x cards are made'
    return [...claim, sign('/url', what, binding === 'JSONRPC' ? '0.3' : '0.3-proto', 1)]
  }
  if (isObject(authentication) && securitySchemes === undefined) {
    const what = '`authentication` in place of `securitySchemes`, and no version'
    return [sign('/authentication', what, '0.1', 2)]
  }
  const what = 'a top-level `url` and no version: cards declare one from 0.2.5 on'
  return [sign('/url', what, binding === 'JSONRPC' ? '0.2' : '0.3-proto', 2)]
}

/** Members that only one generation of cards has; a hybrid has both, and its first interface decides. */
function shapes(raw: { readonly [name: string]: JsonValue }): readonly Evidence[] {
  const { securityRequirements, supportedInterfaces, supportsAuthenticatedExtendedCard, protocolVersion } =
    raw
  const evidence: Evidence[] = []
  if (isList(securityRequirements) && supportedInterfaces === undefined) {
    evidence.push(sign('/securityRequirements', '`securityRequirements` is the 1.0 name', '1.0', 1))
  }
  const dated = typeof protocolVersion === 'string'
  if (supportsAuthenticatedExtendedCard !== undefined && !dated && supportedInterfaces === undefined) {
    const what = '`supportsAuthenticatedExtendedCard` was added in 0.2.1 and removed in 1.0'
    evidence.push(sign('/supportsAuthenticatedExtendedCard', what, '0.2', 1))
  }
  return evidence
}
