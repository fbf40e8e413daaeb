// Each command, each call of the contract and each name in CONTRIBUTING.md has exactly one place in the window's three modes.

import { commandIds } from '#shared/commands.ts'
import { contract } from '#shared/contract/contract.ts'
import { callHomes, commandHomes, nameHomes } from '../../docs/window-homes.ts'
import type { Finding, Tree } from './tree.ts'

export function checkWindowHomes(tree: Tree): readonly Finding[] {
  const calls = Object.entries(contract).flatMap(([noun, called]) =>
    noun in callHomes ? [noun] : Object.keys(called).map((call) => `${noun}.${call}`),
  )
  return [
    ...compareHomes(commandIds, commandHomes),
    ...compareHomes(calls, callHomes),
    ...compareHomes(namesThatHold(tree.read('CONTRIBUTING.md')), nameHomes),
  ].map((sentence) => ({ path: 'docs/window-homes.ts', line: 1, sentence }))
}

/** Missing and superfluous names. */
export function compareHomes(
  names: readonly string[],
  homes: Readonly<Record<string, string>>,
): readonly string[] {
  return [
    ...names.filter((name) => !(name in homes)).map((name) => `${name} has no place in the window`),
    ...Object.keys(homes)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is not there, or its noun is listed already`),
  ]
}

export function namesThatHold(contributing: string): readonly string[] {
  const section = contributing.split('\n## ').find((each) => each.startsWith('Names that hold')) ?? ''
  const quoted = [...section.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name.replace(/\s+/g, ' '))
  return [...new Set(quoted)]
}
