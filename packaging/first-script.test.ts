import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureBuilt } from '../electron/built.ts'
import { firstScriptsIn, lateScriptsIn } from './first-script.ts'

const root = join(import.meta.dirname, '..')

/** Of JavaScript before a window shows anything. What else there is loads when it is opened. */
const maxFirstScriptBytes = 900_000
/** Of what the inspector brings beyond that. */
const maxInspectorScriptBytes = 400_000

beforeAll(() => ensureBuilt(root, () => undefined), 180_000)

test('the window begins with 900 KB of JavaScript at most', () => {
  const scripts = firstScriptsIn(join(root, 'out', 'renderer'))
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(maxFirstScriptBytes)
})

test('the inspector brings what it shows, and neither the rest of the console nor schemas', () => {
  const folder = join(root, 'out', 'renderer')
  const scripts = lateScriptsIn(folder, 'inspector')
  expect(scripts.map(({ name }) => name)).toContainEqual(expect.stringMatching(/inspector-/))
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(maxInspectorScriptBytes)
  const withSchemas = scripts.filter(({ name }) =>
    readFileSync(join(folder, name), 'utf8').includes('ZodError'),
  )
  expect(withSchemas).toEqual([])
})

test('what a first script imports at once counts, and what it imports later does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-scripts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write(
    'index.html',
    '<script type="module" crossorigin src="./assets/index.js"></script><link rel="modulepreload" crossorigin href="./assets/a.js">',
  )
  write('assets/index.js', 'import{t as e}from"./a.js";import"./b.js";e(()=>import("./late.js"));')
  write('assets/a.js', 'import*as n from"./c.js";export{n as t};')
  write('assets/b.js', 'b()')
  write('assets/c.js', 'export{}')
  write('assets/late.js', 'late()')
  const names = firstScriptsIn(folder).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['assets/a.js', 'assets/b.js', 'assets/c.js', 'assets/index.js'])
})
