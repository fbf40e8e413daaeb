// Why a test does not apply to an agent; undefined where it does.

import { runInNewContext } from 'node:vm'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { AgentCard, JsonValue } from '#shared/a2a/model.ts'
import { isBehavior, noPromptReason, type Prompts, secondTurn } from '#shared/checks/behaviors.ts'
import { collectionMismatch } from '#shared/checks/collection.ts'
import type { Matches } from '#shared/checks/operators.ts'
import { type Test, transportOf } from '#shared/checks/suite.ts'
import type { Connection } from '#shared/contract/card.ts'
import { codeOf } from '../platform/errors.ts'
import { BadStep } from './expect.ts'

/** Processor time of one pattern of a suite over one text of an agent; with more, the test has no result. */
const maxPatternMs = 200
// The same by the clock: a busy machine gives a pattern its processor time later.
const maxPatternWallMs = 12_800

/** A pattern of a suite may take forever over an agent's text, so it is stopped. */
export const matchesInTime: Matches = (pattern, text) => {
  const context = { pattern, text }
  for (let timeout = maxPatternMs; timeout <= maxPatternWallMs; timeout *= 2) {
    const before = process.threadCpuUsage()
    try {
      return runInNewContext('new RegExp(pattern).test(text)', context, { timeout }) === true
    } catch (error) {
      if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
        throw new BadStep('inconclusive', `${pattern} isn’t a regular expression.`)
      const { user, system } = process.threadCpuUsage(before)
      if ((user + system) / 1_000 >= maxPatternMs) break
    }
  }
  throw new BadStep('inconclusive', `Matching the pattern ${pattern} took too long.`)
}

export interface Applying {
  readonly card: AgentCard
  readonly prompts: Prompts
  /** Tests that do more than start tasks may run. */
  readonly active: boolean
  readonly rawCard: JsonValue
  readonly listens: boolean
}

export function isFor(test: Test, { dialect, binding }: Pick<Connection, 'dialect' | 'binding'>): boolean {
  const versions = test['x-versions']
  if (versions && !versions.some((version) => dialect === version || dialect.startsWith(`${version}-`)))
    return false
  const transports = [...(test.transport ?? []), ...(test.preconditions?.transport ?? [])]
  return transports.length === 0 || transports.includes(transportOf[binding])
}

export function isSameVersion(a: Pick<Connection, 'dialect'>, b: Pick<Connection, 'dialect'>): boolean {
  return a.dialect.split('-')[0] === b.dialect.split('-')[0]
}

export function whyNot(
  test: Test,
  { card, prompts, active, rawCard, listens }: Applying,
): string | undefined {
  if (test.tags?.includes('runner-special')) {
    return 'Its steps leave open what is to be tested, so nothing would be measured.'
  }
  if (test['x-active'] && !active) {
    return 'It changes more than the tasks it starts: allow tests that change the agent.'
  }
  return (
    missing(test, card) ??
    unlike(test.preconditions?.['x-card'] ?? [], rawCard) ??
    (!listens && needsWebhook(test) ? webhookMissing : undefined) ??
    unmapped(test.requires_behaviors ?? [], prompts) ??
    (hasSecondTurn(test) && prompts['tck-multi-turn']?.answer === undefined ? answerMissing : undefined)
  )
}

const webhookMissing = 'It needs a webhook that the agent can call: turn the webhook receiver on.'
const answerMissing = 'No reply is set for when the agent requires more input.'

export function needsWebhook({ steps }: Test): boolean {
  return JSON.stringify(steps).includes('{{webhookUrl}}')
}

function hasSecondTurn({ steps }: Test): boolean {
  return JSON.stringify(steps).includes(`"text":${JSON.stringify(secondTurn)}`)
}

function unlike(
  requested: NonNullable<NonNullable<Test['preconditions']>['x-card']>,
  rawCard: JsonValue,
): string | undefined {
  const unmet = requested.find((each) => collectionMismatch(each, rawCard, matchesInTime))
  return unmet && (unmet.description ?? 'The card is another than this test is about.')
}

function missing(
  { preconditions: { capabilities = {}, skills = [], extensions = [] } = {} }: Test,
  card: AgentCard,
) {
  for (const [name, requested] of Object.entries(capabilities)) {
    const declared = declares(card, name)
    if (typeof requested === 'boolean' && declared !== requested) {
      return requested ? `The card doesn’t declare ${named(name)}.` : `The card declares ${named(name)}.`
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
  return capability === 'authentication' ? 'that it requires credentials' : `\`${capability}\``
}

function unmapped(requested: readonly string[], prompts: Prompts): string | undefined {
  for (const id of requested) {
    if (!isBehavior(id)) return `It needs the behavior “${id}”, which Parley doesn’t know.`
    if (prompts[id] === undefined) return noPromptReason(id)
  }
  return undefined
}
