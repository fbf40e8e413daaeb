// Where a window was, as its browser kept it: written by any version of Parley, so each member is checked. The contract's schemas do the
// same for the engine; they would make the window load zod before it shows anything.

import { isMembers } from '#shared/a2a/json-kinds.ts'
import { consoleTabs, modes } from '#shared/contract/constants.ts'
import type { ConsoleTab, Place } from '#shared/contract/preferences.ts'
import type { Selected } from './selection.ts'

export interface Step extends Selected, Pick<Place, 'conversation' | 'mode' | 'current' | 'comparison'> {
  readonly consoleTab: ConsoleTab
  readonly name?: string | undefined
}

export interface KeptStep {
  readonly at: number
  /** The newest when this was shown last: Forward ends there. */
  readonly last: number
  readonly step: Step
}

export function isPlace(value: unknown): value is Place {
  if (!isMembers(value) || !isSomewhere(value)) return false
  const { session, allSessions, consoleTab, sessions, scrolled = [] } = value
  return (
    isText(session ?? '') &&
    typeof (allSessions ?? false) === 'boolean' &&
    // Checks were one of them in an older window.
    (consoleTab === 'checks' || isConsoleTab(consoleTab)) &&
    Array.isArray(sessions) &&
    sessions.every(isOpened) &&
    Array.isArray(scrolled) &&
    scrolled.every((each) => isMembers(each) && isText(each['list']) && isNotNegative(each['at']))
  )
}

export function isKeptStep(value: unknown): value is KeptStep {
  if (!isMembers(value) || !isCount(value['at']) || !isCount(value['last'])) return false
  const { step } = value
  if (!isMembers(step) || !isSomewhere(step)) return false
  const { consoleTab, name } = step
  return isConsoleTab(consoleTab) && isText(name ?? '')
}

function isOpened(value: unknown): boolean {
  if (!isMembers(value)) return false
  const { sessionId, name, selected = {} } = value
  return isText(sessionId) && isText(name) && isMembers(selected) && isSomewhere(selected)
}

type Members = Readonly<Record<string, unknown>>

/** Of what has none. */
const bare = { sessionId: '' }

function isSomewhere(place: Members): boolean {
  const { card, problem, entrySeq, current, mode, conversation, comparison = bare } = place
  const { agentId, taskId, exchangeId, pointer, spanKey, test } = place
  return (
    typeof (card ?? false) === 'boolean' &&
    [agentId, taskId, exchangeId, pointer, spanKey, test, current].every((each) => isText(each ?? '')) &&
    Number.isSafeInteger(entrySeq ?? 0) &&
    (problem === undefined || isProblem(problem)) &&
    // An older window had none.
    (mode === undefined || modes.some((each) => each === mode)) &&
    (conversation === undefined || isConversation(conversation)) &&
    isMembers(comparison) &&
    [comparison['sessionId'], comparison['withId'] ?? ''].every(isText)
  )
}

function isProblem(value: unknown): boolean {
  return isMembers(value) && isText(value['rule']) && isText(value['agentId'] ?? '')
}

function isConversation(value: unknown): boolean {
  if (!isMembers(value)) return false
  const { kind, after, contextId, chatId, exchangeId } = value
  if (kind === 'newest') return isCount(after)
  return kind === 'conversation' && [contextId, chatId, exchangeId].every((each) => isText(each ?? ''))
}

function isConsoleTab(value: unknown): value is ConsoleTab {
  return consoleTabs.some((each) => each === value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && isNotNegative(value)
}

function isNotNegative(value: unknown): boolean {
  return typeof value === 'number' && value >= 0
}
