import { expect, test } from 'vitest'
import { ruleIds } from '#shared/a2a/rules/registry.ts'
import { contract } from '#shared/contract/contract.ts'
import { contractPage } from '../../docs/contract-page.ts'
import { rulesPage } from '../../docs/rules-page.ts'
import { stalePages } from '../../docs/write-pages.ts'

test('a page is out of date once it is made otherwise', () => {
  const pages = [
    { path: 'docs/A.md', make: () => 'a' },
    { path: 'docs/B.md', make: () => 'b' },
    { path: 'docs/C.md', make: (present: string) => `${present}, whose rest is its own` },
  ]
  const present: Record<string, string> = { 'docs/A.md': 'a', 'docs/B.md': 'before', 'docs/C.md': 'c' }
  expect(stalePages(pages, (path) => present[path] ?? '')).toEqual([
    { path: 'docs/B.md', text: 'b' },
    { path: 'docs/C.md', text: 'c, whose rest is its own' },
  ])
})

test('docs/CONTRACT.md lists each procedure with what it answers', () => {
  const listed = [...contractPage().matchAll(/^\| `(\w+)` \| [^|]*\| (?:many )?`\S/gm)].map(
    ([, name]) => name,
  )
  const calls = Object.values(contract).flatMap((group) => Object.keys(group))
  expect(listed.toSorted()).toEqual(calls.toSorted())
})

test('docs/RULES.md lists every rule once', () => {
  const listed = [...rulesPage().matchAll(/^\| `([^`]+)` +\|/gm)].map(([, id]) => id)
  expect(listed.toSorted()).toEqual([...ruleIds].toSorted())
})
