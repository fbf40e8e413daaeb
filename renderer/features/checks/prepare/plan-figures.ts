// Figures of a plan: what is sent, what that may change on the agent, and what does not apply.

import { methods10 } from '#shared/a2a/dialects/calls-10.ts'
import { type Level, levels } from '#shared/checks/suite.ts'
import type { CheckPlan, PlannedTest } from '#shared/contract/checks.ts'
import type { SelectedChecks } from '../../../state/checks.ts'

export interface NamedCount {
  readonly name: string
  readonly count: number
}

export function selectedInputs(
  { tests }: Pick<CheckPlan, 'tests'>,
  { suites, levels }: SelectedChecks,
): readonly PlannedTest[] {
  return tests.filter(
    ({ suiteId, level }) => (suites?.includes(suiteId) ?? true) && (levels?.includes(level) ?? true),
  )
}

export function toggleSuite({ suites }: CheckPlan, choice: SelectedChecks, id: string): SelectedChecks {
  const all = suites.map((suite) => suite.id)
  return { suites: toggled(all, choice.suites ?? all, id) }
}

export function toggleLevel(choice: SelectedChecks, level: Level): SelectedChecks {
  return { levels: toggled(levels, choice.levels ?? levels, level) }
}

/** In the order of `all`. */
export function toggled<T>(all: readonly T[], chosen: readonly T[], one: T): readonly T[] {
  return all.filter((each) => (each === one ? !chosen.includes(each) : chosen.includes(each)))
}

/** Number of tests times their interfaces. */
export function plannedCount(tests: readonly PlannedTest[]): number {
  return tests.reduce((sum, { ways, skip }) => sum + (skip === undefined ? ways.length : 0), 0)
}

/** Requests by name, the most frequent first. A repeated step counts once. */
export function sentOperations(tests: readonly PlannedTest[]): readonly NamedCount[] {
  const made = tests.filter(({ skip }) => skip === undefined)
  return counted(made.flatMap(({ sends, ways }) => ways.flatMap(() => sends.map((send) => sendName(send)))))
}

export function skipsOf(tests: readonly PlannedTest[]): readonly NamedCount[] {
  return counted(tests.flatMap(({ skip }) => (skip === undefined ? [] : [skip])))
}

function counted(names: readonly string[]): readonly NamedCount[] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, each]) => ({ name, count: each.length }))
    .toSorted((a, b) => b.count - a.count)
}

const otherSends: Readonly<Record<string, string>> = {
  card: 'agent card',
  raw: 'hand-written request',
}

const methods: Readonly<Record<string, string>> = methods10

/** The name in A2A 1.0. */
export function sendName(send: string): string {
  return otherSends[send] ?? methods[send] ?? send
}

const effects: readonly { readonly sends: readonly string[]; readonly words: string }[] = [
  { sends: ['send', 'stream'], words: 'starts tasks' },
  { sends: ['cancel'], words: 'cancels tasks it started' },
  { sends: ['push-create'], words: 'registers webhooks for its tasks, which call Parley' },
  { sends: ['push-delete'], words: 'removes webhooks it registered' },
  { sends: ['raw'], words: 'sends malformed requests' },
]

/** What it may change on the agent. */
export function effectsOf(tests: readonly PlannedTest[]): readonly string[] {
  const sent = new Set(tests.flatMap(({ sends, skip }) => (skip === undefined ? sends : [])))
  return effects.filter(({ sends }) => sends.some((send) => sent.has(send))).map(({ words }) => words)
}
