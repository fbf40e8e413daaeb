import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandIds } from '#shared/commands.ts'

const renderer = join(import.meta.dirname, '..')
const offered = globSync('**/*.{ts,tsx}', { cwd: renderer }).flatMap((path) =>
  [...readFileSync(join(renderer, path), 'utf8').matchAll(/\buseCommand\(\s*'([^']+)'/g)].map(([, id]) => id),
)

test('every command is offered by the window, and nothing else is', () => {
  expect([...new Set(offered)].toSorted()).toEqual([...commandIds].toSorted())
})
