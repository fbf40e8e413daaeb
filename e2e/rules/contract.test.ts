import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { contractTable } from '../../docs/contract-table.ts'

test('docs/CONTRACT.md is current (npm run contract)', () => {
  expect(readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'CONTRACT.md'), 'utf8')).toBe(
    contractTable(),
  )
})

test('each procedure is listed with what it answers', () => {
  const listed = [...contractTable().matchAll(/^\| `(\w+)` \| [^|]*\| (?:many )?`\S/gm)].map(
    ([, name]) => name,
  )
  expect(listed.toSorted()).toEqual(
    Object.values(contract)
      .flatMap((group) => Object.keys(group))
      .toSorted(),
  )
})
