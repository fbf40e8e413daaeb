// What strangers read. SECURITY.md names the test that holds each promise: a name that leads nowhere is a promise that nothing holds.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandFacts } from '#shared/commands.ts'
import packageJson from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const tests = page.match(/[\w/.-]+\.(?:test|spec)\.ts/g) ?? []
const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path)

test('every test and page it names is there', () => {
  expect(tests.length).toBeGreaterThan(20)
  expect([...tests, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every promise names its test', () => {
  const rows = page.split('\n').filter((line) => /^\| (?:\*\*|\|)/.test(line))
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter((row) => !/\.(?:test|spec)\.ts[^|]*\|$/.test(row))).toEqual([])
})

test('the supported version is the one that is released', () => {
  expect(page).toContain(`latest release: ${packageJson.version.replace(/\.\d+$/, '')}.`)
})

test('the form for a bug asks for Parley’s own reports by the names that they have', () => {
  const form = readFileSync(join(root, '.github', 'ISSUE_TEMPLATE', 'bug.yml'), 'utf8')
  const button = readFileSync(join(root, 'renderer', 'host', 'engine-gate.tsx'), 'utf8')
  expect(button).toContain('Copy report')
  expect(form).toContain('press "Copy report"')
  expect(form).toContain(`"${commandFacts['exchange.report'].title}" in the`)
})

test('editors are told what the formatter does', () => {
  const { indentStyle, indentWidth, lineWidth } = JSON.parse(
    readFileSync(join(root, 'biome.json'), 'utf8'),
  ).formatter
  const config = readFileSync(join(root, '.editorconfig'), 'utf8')
  expect(config).toContain(`indent_style = ${indentStyle}\nindent_size = ${indentWidth}\n`)
  expect(config).toContain(`max_line_length = ${lineWidth}\n`)
})
