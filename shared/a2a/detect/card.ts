import { isList, isObject, shown } from '../json-kinds.ts'
import type { AgentCard, JsonValue } from '../model.ts'
import { type Evidence, sign } from './evidence.ts'
import { bindingOf, dialectOfVersion } from './version.ts'

/** PROTOCOL 8.1. Interfaces are weighed in their order: the preferred one speaks loudest. */
export function evidenceInCard(card: AgentCard, raw: JsonValue): readonly Evidence[] {
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
    const said = `the card declares version ${shown(version)}${lies ? ', in a member 1.0 does not have' : ''}`
    const claim = speaks === undefined ? [] : [sign('/protocolVersion', said, speaks, lies ? 1 : 2)]
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

/** Members only one generation of cards has; a hybrid has both, and its first interface decides. */
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
