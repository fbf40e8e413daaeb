import { shorten } from '../../shorten.ts'
import { isList, isObject, maxShownValueChars } from '../json-kinds.ts'
import type { AgentCard, JsonValue } from '../model.ts'
import type { Evidence } from './evidence.ts'
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
      const what = 'an interface without a version, in the list 1.0 introduced'
      return [{ pointer, what, speaks: '1.0', weight: 1 }]
    }
    const speaks = dialectOfVersion(entry.protocolVersion, binding)
    if (speaks === undefined) return []
    const what = `interface ${index} declares ${entry.binding} at version ${brief(entry.protocolVersion)}`
    return [{ pointer, what, speaks, weight: index === 0 ? 2 : 1 }]
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
    const claim: readonly Evidence[] =
      speaks === undefined
        ? []
        : [
            {
              pointer: '/protocolVersion',
              what: `the card declares version ${brief(version)}${lies ? ', in a member 1.0 does not have' : ''}`,
              speaks,
              weight: lies ? 1 : 2,
            },
          ]
    if (!lies) return claim
    const what = 'a top-level `url` without `supportedInterfaces` is how 0.x cards are made'
    return [
      ...claim,
      { pointer: '/url', what, speaks: binding === 'JSONRPC' ? '0.3' : '0.3-proto', weight: 1 },
    ]
  }
  if (isObject(authentication) && securitySchemes === undefined) {
    const what = '`authentication` in place of `securitySchemes`, and no version'
    return [{ pointer: '/authentication', what, speaks: '0.1', weight: 2 }]
  }
  const what = 'a top-level `url` and no version: cards declare one from 0.2.5 on'
  return [{ pointer: '/url', what, speaks: binding === 'JSONRPC' ? '0.2' : '0.3-proto', weight: 2 }]
}

/** Members only one generation of cards has; a hybrid has both, and its first interface decides. */
function shapes(raw: { readonly [name: string]: JsonValue }): readonly Evidence[] {
  const { securityRequirements, supportedInterfaces, supportsAuthenticatedExtendedCard, protocolVersion } =
    raw
  const evidence: Evidence[] = []
  if (isList(securityRequirements) && supportedInterfaces === undefined) {
    const what = '`securityRequirements` is the 1.0 name'
    evidence.push({ pointer: '/securityRequirements', what, speaks: '1.0', weight: 1 })
  }
  const dated = typeof protocolVersion === 'string'
  if (supportsAuthenticatedExtendedCard !== undefined && !dated && supportedInterfaces === undefined) {
    const what = '`supportsAuthenticatedExtendedCard` came with 0.2.1 and went with 1.0'
    evidence.push({ pointer: '/supportsAuthenticatedExtendedCard', what, speaks: '0.2', weight: 1 })
  }
  return evidence
}

/** Agents' text inside our sentences stays short. */
function brief(text: string): string {
  return JSON.stringify(shorten(text, maxShownValueChars))
}
