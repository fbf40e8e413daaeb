// Each thing that a window asks the engine for has a verb, or a reason why not.

import { expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { covered } from '../../docs/contract-verbs.ts'
import { allVerbs } from '../../electron/cli/verbs.ts'

const nouns = Object.entries(contract).map(([noun, calls]) => ({ noun, calls: Object.keys(calls) }))

test('each procedure has a verb, or a reason why not', () => {
  const without = nouns.flatMap(({ noun, calls }) =>
    noun in covered ? [] : calls.map((call) => `${noun}.${call}`).filter((name) => !(name in covered)),
  )
  expect(without).toEqual([])
})

test('a verb that is named exists', () => {
  const named = Object.values(covered).flatMap((each) => (each.startsWith('verb: ') ? [each.slice(6)] : []))
  expect(named.filter((verb) => !allVerbs.some(({ name }) => name === verb))).toEqual([])
})

test('no entry is left over, and none says the same as that of its noun', () => {
  const needed = new Set(
    nouns.flatMap(({ noun, calls }) => (noun in covered ? [noun] : calls.map((call) => `${noun}.${call}`))),
  )
  expect(Object.keys(covered).filter((entry) => !needed.has(entry))).toEqual([])
})
