// The product imports nothing that is shared by tests; Biome and the compiler check the other imports (imports.test.ts).

import { type Finding, findingAt, isProduct, type Tree } from './tree.ts'

export function checkImports(tree: Tree): readonly Finding[] {
  return tree.paths.filter(isProduct).flatMap((path) => {
    const text = tree.read(path)
    return [...text.matchAll(/['"]#testing\/|\/testing\//g)].map(({ index }) =>
      findingAt(path, text, index, 'imports what tests share'),
    )
  })
}
