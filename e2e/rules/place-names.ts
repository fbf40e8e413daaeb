// Specs find regions, dialogs, grids and tabs only by e2e/pages/places.ts, so that a change of the window changes one line.

import { type Finding, findingAt, type Tree } from './tree.ts'

const places = 'e2e/pages/places.ts'
const named =
  /getByRole\(\s*'(?:region|dialog|grid|treegrid|tab|tablist|tabpanel|log)',\s*\{[^}]*\bname:\s*['"`/]/g

export function checkPlaceNames(tree: Tree): readonly Finding[] {
  const paths = tree.paths.filter(
    (path) => /^e2e\/.*\.tsx?$/.test(path) && path !== places && !path.endsWith('.test.ts'),
  )
  return paths.flatMap((path) => {
    const text = tree.read(path)
    return [...text.matchAll(named)].map(({ index }) =>
      findingAt(path, text, index, `name this place in ${places}, and find it by that`),
    )
  })
}
