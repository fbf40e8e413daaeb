// Nothing of the product imports what tests share; Biome and the compiler hold the rest of who may import whom (imports.test.ts).

import { type Finding, findingAt, isProduct, type Tree } from './tree.ts'

export function checkImports(tree: Tree): readonly Finding[] {
  return tree.paths.filter(isProduct).flatMap((path) => {
    const text = tree.read(path)
    return [...text.matchAll(/['"]#testing\/|\/testing\//g)].map(({ index }) =>
      findingAt(path, text, index, 'imports what tests share'),
    )
  })
}
