import { expect, test } from 'vitest'
import { checkNames, lowerNames, readNames } from './names.ts'
import { plantedTree } from './tree.ts'

const read = (source: string, path = 'shared/x.ts') => readNames(plantedTree({ [path]: source }))

test.each([
  'const told = 1',
  'function tellUpdate() {}',
  'const { place: found } = facts',
  'const [known] = agents',
  'const rows = all.filter((asked) => asked > 1)',
  'function read({ name: said = 1 }, ...rest: []) {}',
  'try {} catch (met) {}',
  'interface Rows { readonly isKnown: boolean }',
  'interface Rows { askFor(name: string): void }',
  'type Read = (heard: string) => void',
  'interface Told { readonly rows: number }',
  "import { rows as wantedRows } from './rows.ts'",
  'export const api = { sayHello() {} }',
  'class Desk {}',
  'const ASKED_ROWS = 1',
  '// whoever asks for it',
  '/** What a call told. */',
])('“%s” has a word that programs do not need', (source) => {
  expect(read(`\n${source}`)).toEqual([{ path: 'shared/x.ts', line: 2, sentence: expect.any(String) }])
})

test.each([
  'const task = unknownFields(saying)',
  'const { told } = facts',
  'const notFound = 404',
  'const wellKnownPath = 1 // /.well-known/agent-card.json',
  "import { tellUpdate } from './tell.ts'",
  "const text = 'You asked for it'",
  'rows.map((row) => row.known)',
  'const facts: Facts = { told: 1 }',
])('“%s” has none: it only uses a name, or it is no such word', (source) => {
  expect(read(source)).toEqual([])
})

test('the name of a file counts, too', () => {
  expect(read('', 'shared/tell-update.ts')).toEqual([
    { path: 'shared/tell-update.ts', line: 1, sentence: 'name tell-update for what it is or does' },
  ])
})

const two = read('const told = 1\nconst asked = 2')

test('what is listed is let pass', () => {
  expect(checkNames(two, { 'shared/x.ts': 2 })).toEqual([])
})

test('a new file begins at none, and a listed one may not get more', () => {
  expect(checkNames(two, {}).map(({ line }) => line)).toEqual([1, 2])
  expect(checkNames(two, { 'shared/x.ts': 1 })).toEqual([
    { path: 'shared/x.ts', line: 1, sentence: 'name told for what it is or does (2 here, 1 allowed)' },
    { path: 'shared/x.ts', line: 2, sentence: 'name asked for what it is or does (2 here, 1 allowed)' },
  ])
})

test('a list that can be shorter has to be', () => {
  expect(checkNames(two, { 'shared/x.ts': 3, 'shared/gone.ts': 1 }).map(({ path }) => path)).toEqual([
    'shared/x.ts',
    'shared/gone.ts',
  ])
  expect(lowerNames(two, { 'shared/x.ts': 3, 'shared/gone.ts': 1 })).toEqual({ 'shared/x.ts': 2 })
})

test('the list takes a file that was renamed or split, but never more in all', () => {
  expect(lowerNames(two, { 'shared/before.ts': 2 })).toEqual({ 'shared/x.ts': 2 })
  expect(lowerNames(two, { 'shared/before.ts': 1 })).toEqual({})
  expect(lowerNames(two, { 'shared/x.ts': 1 })).toEqual({ 'shared/x.ts': 1 })
})
