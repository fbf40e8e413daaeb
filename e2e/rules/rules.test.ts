import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ruleIds } from '#shared/a2a/rules/registry.ts'
import { rulesTable } from '../../docs/rules-table.ts'

test('docs/RULES.md is what the rules say (npm run rules)', () => {
  const file = join(import.meta.dirname, '../../docs/RULES.md')
  expect(readFileSync(file, 'utf8')).toBe(rulesTable())
})

test('docs/RULES.md lists every rule once', () => {
  const listed = [...rulesTable().matchAll(/^\| `([^`]+)` +\|/gm)].map(([, id]) => id)
  expect(listed.sort()).toEqual([...ruleIds].sort())
})
