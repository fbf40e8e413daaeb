// Each kind of fault is found at its place, and valid values have no findings: the share is computed over this folder's tables.

import { describe, expect, it } from 'vitest'
import { faultKinds } from './fault-kinds.ts'
import type { Mutant } from './mutant.ts'

const isFound = ({ rule, severity, pointer, broken }: Mutant): boolean =>
  broken().some((each) => each.rule === rule && each.severity === severity && each.pointer === pointer)

describe.each(faultKinds)('%s', (_kind, mutants) => {
  it('is not found where it is not', () => {
    const alarms = mutants.flatMap(({ what, sound }) => sound().map(({ rule }) => `${what}: ${rule}`))
    expect(alarms).toEqual([])
  })

  it.each(mutants.map((mutant) => [mutant.what, mutant] as const))('is found: %s', (_what, mutant) => {
    const matches = mutant.broken().map(({ rule, severity, pointer }) => [rule, severity, pointer])
    expect(matches).toContainEqual([mutant.rule, mutant.severity, mutant.pointer])
  })
})

it('kinds of fault are found, all of all', () => {
  const shares = faultKinds.map(([kind, mutants]) => {
    const position = mutants.filter(isFound).length
    return { kind, found: position, of: mutants.length, share: position / mutants.length }
  })
  const mean = shares.reduce((sum, { share }) => sum + share, 0) / shares.length
  const lines = shares.map(({ kind, found, of }) => `${found} of ${of} ${kind}`)
  console.info(`kinds of fault: ${(100 * mean).toFixed(1)} % in the mean\n${lines.join('\n')}`)
  expect(mean).toBe(1)
})
