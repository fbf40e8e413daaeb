// Imports that Biome and the compiler do not check (imports.test.ts): the product must import nothing that tests share, and code
// that a bench loads must import no TSX, as Node can't run it.

import { join } from 'node:path/posix'
import { type Finding, findingAt, isProduct, type Tree } from './tree.ts'

export function checkImports(tree: Tree): readonly Finding[] {
  const ofTests = tree.paths.filter(isProduct).flatMap((path) => {
    const text = tree.read(path)
    return [...text.matchAll(/['"]#testing\/|\/testing\//g)].map(({ index }) =>
      findingAt(path, text, index, 'imports what tests share'),
    )
  })
  return [...ofTests, ...importsOfTsx(tree)]
}

const importForm = /^(?:import|export) (?!type )(?:[^'"=;]* from )?'([#.][^']+\.tsx?)'/gm

function importsOfTsx(tree: Tree): readonly Finding[] {
  const findings: Finding[] = []
  const loaded = new Set(tree.paths.filter((path) => /^bench\/.*\.ts$/.test(path)))
  // A set also iterates over what is added meanwhile.
  for (const path of loaded) {
    const text = tree.read(path)
    for (const { index, 1: specifier = '' } of text.matchAll(importForm)) {
      if (specifier.endsWith('.tsx'))
        findings.push(findingAt(path, text, index, 'is loaded by a bench and imports TSX'))
      else loaded.add(resolve(path, specifier))
    }
  }
  return findings
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith('.')
    ? join(from, '..', specifier)
    : specifier.replace(/^#(engine|demo-agent)/, 'electron/$1').replace('#', '')
}
