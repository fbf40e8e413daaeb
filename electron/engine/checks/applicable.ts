// Why a test says nothing of an agent, before it is made; undefined where it does.

import { isObject } from '#shared/a2a/json-kinds.ts'
import type { AgentCard, Binding } from '#shared/a2a/model.ts'
import { type BehaviorId, behaviors, type Prompts } from '#shared/checks/behaviors.ts'
import type { Test, Transport } from '#shared/checks/suite.ts'
import type { Connection } from '#shared/contract/card.ts'

export interface Applying {
  readonly card: AgentCard
  readonly way: Connection
  readonly prompts: Prompts
  /** Whether tests that do more than begin tasks of their own may be made. */
  readonly active: boolean
}

const transportOf: Readonly<Record<Binding, Transport>> = {
  JSONRPC: 'jsonrpc',
  'HTTP+JSON': 'rest',
  GRPC: 'grpc',
}

/** Whether it is for this interface at all. */
export function isFor(test: Test, { dialect, binding }: Pick<Connection, 'dialect' | 'binding'>): boolean {
  const versions = test['x-versions']
  if (versions && !versions.some((version) => dialect === version || dialect.startsWith(`${version}-`)))
    return false
  const transports = [...(test.transport ?? []), ...(test.preconditions?.transport ?? [])]
  return transports.length === 0 || transports.includes(transportOf[binding])
}

export function whyNot(test: Test, { card, prompts, active }: Applying): string | undefined {
  if (test.tags?.includes('runner-special')) {
    return 'Its steps leave to whoever runs it what is to be tested, so nothing would be measured.'
  }
  if (test['x-active'] && !active) {
    return 'It does more than begin tasks of its own, and was not asked for: allow tests that change the agent.'
  }
  return missing(test, card) ?? unmapped(test.requires_behaviors ?? [], prompts)
}

function missing(
  { preconditions: { capabilities = {}, skills = [], extensions = [] } = {} }: Test,
  card: AgentCard,
) {
  for (const [name, wanted] of Object.entries(capabilities)) {
    const declared = declares(card, name)
    if (typeof wanted === 'boolean' && declared !== wanted) {
      return wanted ? `The card doesn’t declare ${named(name)}.` : `The card declares ${named(name)}.`
    }
  }
  const skill = skills.find(({ id }) => !card.skills.some((each) => each.id === id))
  if (skill) return `The card has no skill \`${skill.id}\`.`
  const uri = extensions.find(
    (each) => !card.capabilities.extensions.some((extension) => extension.uri === each),
  )
  return uri === undefined ? undefined : `The card doesn’t declare the extension ${uri}.`
}

function declares(card: AgentCard, name: string): boolean {
  if (name === 'authentication') return card.security.length > 0
  const { capabilities } = card
  if (name === 'streaming' || name === 'pushNotifications' || name === 'extendedAgentCard') {
    return capabilities[name] === true
  }
  if (name === 'requiredExtension') return capabilities.extensions.some(({ required }) => required)
  return isObject(capabilities.extra) && capabilities.extra[name] === true
}

function named(capability: string): string {
  return capability === 'authentication' ? 'that it wants credentials' : `\`${capability}\``
}

function unmapped(wanted: readonly string[], prompts: Prompts): string | undefined {
  for (const id of wanted) {
    if (!isBehavior(id)) return `It needs the behavior “${id}”, which Parley doesn’t know.`
    if (prompts[id] === undefined) return `Parley knows no prompt with which ${behaviors[id].prompt}.`
  }
  return undefined
}

function isBehavior(id: string): id is BehaviorId {
  return Object.hasOwn(behaviors, id)
}
