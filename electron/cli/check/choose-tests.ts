// Selects tests and interfaces of an agent's plan.

import type { OwnRun } from '#engine/checks/checks.ts'
import type { Engine } from '#engine/engine.ts'
import { levels, transportOf } from '#shared/checks/suite.ts'
import { interfaceNames } from '#shared/checks/summary.ts'
import type { CheckPlan } from '#shared/contract/checks.ts'
import { WrongUsage } from '../verb.ts'
import type { CheckSettings } from './settings.ts'

export interface Chosen {
  readonly ways: readonly number[]
  readonly tests: readonly string[]
  /** The endpoints that calls go to. */
  readonly urls: readonly string[]
}

export async function chooseTests(
  { checks }: Engine,
  settings: CheckSettings,
  agentId: string,
  own: OwnRun,
): Promise<Chosen> {
  const plan = await checks.plan({ agentId }, undefined, own)
  const interfaceIndexes = waysOf(plan, settings.interface)
  return {
    ways: interfaceIndexes,
    tests: testsOf(plan, settings),
    urls: interfaceIndexes.flatMap((interfaceIndex) => plan.ways[interfaceIndex]?.url ?? []),
  }
}

function waysOf({ ways }: CheckPlan, requested: CheckSettings['interface']): readonly number[] {
  const all = [...ways.keys()]
  if (requested === undefined) return all.filter((interfaceIndex) => ways[interfaceIndex]?.chosen)
  const matches = all.filter((interfaceIndex) => {
    const binding = ways[interfaceIndex]?.binding
    return requested.includes('all') || (binding !== undefined && requested.includes(transportOf[binding]))
  })
  if (matches.length > 0) return matches
  const there = interfaceNames(ways).join(', ')
  throw new WrongUsage(
    `The agent has no interface for ${requested.join(' or ')}. It has: ${there || 'none'}.`,
  )
}

function testsOf({ suites, tests }: CheckPlan, { only, level }: CheckSettings): readonly string[] {
  const ids = new Set([...suites.map(({ id }) => id), ...tests.map(({ testId }) => testId)])
  const unknown = only?.find((name) => !ids.has(name))
  if (unknown !== undefined) {
    const there = suites.map(({ id }) => id).join(', ')
    throw new WrongUsage(`No suite or test is called "${unknown}". The suites are: ${there}.`)
  }
  const highest = levels.slice(0, levels.indexOf(level) + 1)
  const chosen = tests.filter(
    (test) =>
      highest.includes(test.level) &&
      (only === undefined || only.includes(test.testId) || only.includes(test.suiteId)),
  )
  if (chosen.length === 0) throw new WrongUsage('No test is left to make: choose another --only or --level.')
  return [...new Set(chosen.map(({ testId }) => testId))]
}
