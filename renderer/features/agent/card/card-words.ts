// What a card declares, as a person would say it.

import type { AgentCapabilities, AgentCard } from '#shared/a2a/model.ts'
import { bindingName } from '../ways.ts'

/** Versions, and bindings of each, in the sentence about a card; "Interfaces" lists them. */
const maxDeclaredWays = 8

/** "1.0 JSON-RPC, REST · 0.3 JSON-RPC" */
export function declaredWays({ interfaces }: AgentCard): string {
  const versions = new Map<string, Set<string>>()
  for (const { binding, protocolVersion = 'unversioned' } of interfaces) {
    const bindings = versions.get(protocolVersion) ?? new Set()
    versions.set(protocolVersion, bindings.add(bindingName(binding)))
  }
  const spoken = [...versions].map(
    ([version, bindings]) => `${version} ${[...bindings].slice(0, maxDeclaredWays).join(', ')}`,
  )
  return spoken.slice(0, maxDeclaredWays).join(' · ') || 'nothing it declares'
}

const abilities = [
  ['streaming', 'stream'],
  ['pushNotifications', 'push'],
  ['extendedAgentCard', 'extended card'],
  ['stateTransitionHistory', 'state history'],
] as const satisfies readonly (readonly [keyof AgentCapabilities, string])[]

export function able(capabilities: AgentCapabilities): string {
  const words = abilities.filter(([name]) => capabilities[name] === true).map(([, word]) => word)
  return words.join(', ') || 'answer'
}

export function unable(capabilities: AgentCapabilities): string {
  return abilities
    .filter(([name]) => capabilities[name] === false)
    .map(([, word]) => word)
    .join(', ')
}

export function initials(name: string): string {
  const words = name.split(/[^\p{Letter}\p{Number}]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
