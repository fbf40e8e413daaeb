import { expect, test } from 'vitest'
import { checkPlaceNames } from './place-names.ts'
import { plantedTree } from './tree.ts'

test('a place is named in one file; what is named while the spec runs may stand anywhere', () => {
  const tree = plantedTree({
    'e2e/pages/places.ts': "within.getByRole('tab', { name: 'Body' })",
    'e2e/specs/a.spec.ts': "page.getByRole('button', { name: 'Send' })\npage.getByRole('tab', { name })",
    'e2e/specs/b.spec.ts': "\npage.getByRole('region', {\n  exact: true, name: /^Chat/ })",
  })
  expect(checkPlaceNames(tree)).toEqual([
    {
      path: 'e2e/specs/b.spec.ts',
      line: 2,
      sentence: 'name this place in e2e/pages/places.ts, and find it by that',
    },
  ])
})
