import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('a class is styled in one file, so that no room changes the look of another', () => {
  // forced-colors.css overrides classes of all rooms.
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && file !== join('ui', 'forced-colors.css'),
  )
  const owners = new Map<string, Set<string>>()
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /^\s*\.([a-z][\w-]*)\s*[{,]/gm,
    )) {
      owners.set(name, (owners.get(name) ?? new Set()).add(file))
    }
  }
  expect(owners.size).toBeGreaterThan(100)
  expect([...owners].filter(([, among]) => among.size > 1)).toEqual([])
})

test('every class of the layout is used in a feature', () => {
  const markup = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('gallery'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  // Only in className: many class names are common words.
  const classes = [...markup.matchAll(/className=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g)].join(' ')
  const used = new Set(classes.split(/[^\w-]+/))
  const names = readFileSync(join(root, 'ui', 'layout.css'), 'utf8').matchAll(/^\.([\w-]+)/gm)
  expect([...names].map(([, name]) => name).filter((name) => !used.has(name ?? ''))).toEqual([])
})
