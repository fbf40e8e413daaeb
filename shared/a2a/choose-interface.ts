// Chooses an interface of a card: the first declared one that Parley supports (1.0 §4.4.6; PROTOCOL 2.2), of the preferred
// binding where the card has that. Every other interface gets the reason why it was not chosen.

import { bindingOf, dialectOfVersion } from './detect/evidence.ts'
import type { DialectId } from './dialect.ts'
import { shown } from './json-kinds.ts'
import type { AgentCard, AgentInterface, Binding } from './model.ts'

interface InterfaceVerdict {
  readonly interface: AgentInterface
  /** Both are set when Parley supports the interface. */
  readonly dialect?: DialectId
  readonly binding?: Binding
  readonly chosen: boolean
  readonly why: string
}

export interface InterfaceChoice {
  readonly chosen?: {
    readonly interface: AgentInterface
    readonly dialect: DialectId
    readonly binding: Binding
    readonly why: string
  }
  readonly verdicts: readonly InterfaceVerdict[]
}

/** `speaks`: the detected dialect, for interfaces that declare no version. */
export function chooseInterface(card: AgentCard, speaks?: DialectId, preferred?: Binding): InterfaceChoice {
  const spoken = card.interfaces.map((entry) => ({ entry, ...speakable(entry, speaks) }))
  const declared = spoken.findIndex(({ dialect }) => dialect !== undefined)
  const liked = spoken.findIndex(({ dialect, binding }) => dialect !== undefined && binding === preferred)
  const first = liked === -1 ? declared : liked
  const verdicts = spoken.map(({ entry, dialect, binding, why }, index): InterfaceVerdict => {
    if (dialect === undefined || binding === undefined) return { interface: entry, chosen: false, why }
    const chosen = index === first
    const instead =
      index < first
        ? `Supported; ${preferred} is preferred in the settings`
        : 'Supported; listed after the interface in use'
    return { interface: entry, dialect, binding, chosen, why: chosen ? why : instead }
  })
  const taken = verdicts[first]
  if (taken?.dialect === undefined || taken.binding === undefined) return { verdicts }
  const { interface: entry, dialect, binding, why } = taken
  return { chosen: { interface: entry, dialect, binding, why }, verdicts }
}

interface Speakable {
  readonly dialect?: DialectId
  readonly binding?: Binding
  readonly why: string
}

function speakable(entry: AgentInterface, speaks: DialectId | undefined): Speakable {
  const binding = bindingOf(entry.binding)
  if (entry.url === '') return { why: 'it has no URL' }
  if (binding === undefined) return { why: `Parley does not know the binding ${shown(entry.binding)}` }
  if (entry.protocolVersion === undefined) {
    const dialect = overBinding(speaks ?? '0.2', binding)
    const why =
      speaks === undefined
        ? 'it declares no version: taken for 0.x'
        : `it declares no version: ${speaks} was detected`
    return { dialect, binding, why: `${binding}; ${why}` }
  }
  const dialect = dialectOfVersion(entry.protocolVersion, binding)
  if (dialect === undefined)
    return { why: `Parley does not know version ${shown(entry.protocolVersion)} over ${binding}` }
  return {
    dialect,
    binding,
    why: `${binding} at version ${shown(entry.protocolVersion)}, which Parley supports`,
  }
}

/** The dialect of the detected version over another binding. */
function overBinding(speaks: DialectId, binding: Binding): DialectId {
  switch (speaks) {
    case '1.0':
      return '1.0'
    case '1.0-rc':
      return binding === 'GRPC' ? '1.0' : '1.0-rc'
    case '0.3-schema':
      return binding === 'HTTP+JSON' ? '0.3-schema' : binding === 'GRPC' ? '0.3-proto' : '0.3'
    case '0.3-proto':
      return binding === 'JSONRPC' ? '0.3' : '0.3-proto'
    case '0.1':
    case '0.2':
    case '0.3':
      return binding === 'JSONRPC' ? speaks : '0.3-proto'
  }
}
