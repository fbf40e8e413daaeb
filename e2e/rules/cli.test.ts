import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliPage } from '../../docs/cli-page.ts'

test('docs/CLI.md is current (npm run cli-docs)', () => {
  expect(readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'CLI.md'), 'utf8')).toBe(cliPage())
})
