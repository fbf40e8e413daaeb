// Each of the window's calls to the engine has a verb, or a reason why not.

import { contract } from '#shared/contract/contract.ts'
import { covered } from '../../docs/contract-verbs.ts'
import { allVerbs } from '../../electron/cli/verbs.ts'
import type { Finding } from './tree.ts'

interface Coverage {
  /** The calls of each noun of the contract. */
  readonly nouns: Readonly<Record<string, readonly string[]>>
  readonly verbs: readonly string[]
  readonly covered: Readonly<Record<string, string>>
}

export function checkContractVerbs(): readonly Finding[] {
  const nouns = Object.fromEntries(
    Object.entries(contract).map(([noun, calls]) => [noun, Object.keys(calls)]),
  )
  const sentences = compareCoverage({ nouns, verbs: allVerbs.map(({ name }) => name), covered })
  return sentences.map((sentence) => ({ path: 'docs/contract-verbs.ts', line: 1, sentence }))
}

export function compareCoverage({ nouns, verbs, covered: entries }: Coverage): readonly string[] {
  const needed = Object.entries(nouns).flatMap(([noun, calls]) =>
    noun in entries ? [noun] : calls.map((call) => `${noun}.${call}`),
  )
  return [
    ...needed
      .filter((name) => !(name in entries))
      .map((name) => `${name} has no verb, and no reason why not`),
    ...Object.entries(entries)
      .filter(([, by]) => by.startsWith('verb: ') && !verbs.includes(by.slice('verb: '.length)))
      .map(([name, by]) => `${name} names ${by}, which is not there`),
    // Includes one that repeats its noun’s.
    ...Object.keys(entries)
      .filter((name) => !needed.includes(name))
      .map((name) => `${name} is no call of the contract, or its noun is listed already`),
  ]
}
