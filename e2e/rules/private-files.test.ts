import { expect, test } from 'vitest'
import { checkPrivateFiles } from './private-files.ts'
import { plantedTree } from './tree.ts'

test.each([
  ["writeFileSync(path, '', privateFile)", 0],
  ["writeFileSync(path, '')", 1],
  ['mkdir(folder, { recursive: true })', 1],
  ['createWriteStream(path, { mode: 0o644 })', 1],
  ["openSync(path, 'a')", 1],
  ["await open(path, 'w+', 0o644)", 1],
  ["await open(path, 'wx', privateFile.mode)", 0],
  ["openSync(path, 'r')", 0],
  ['new DatabaseSync(path)', 1],
  ["new DatabaseSync(':memory:')", 0],
])('%s', (source, careless) => {
  expect(checkPrivateFiles(plantedTree({ 'electron/engine/x.ts': source }))).toHaveLength(careless)
})

test('only the app is held to it', () => {
  expect(
    checkPrivateFiles(
      plantedTree({ 'electron/x.test.ts': "writeFileSync(path, '')", 'e2e/x.ts': 'mkdir(f)' }),
    ),
  ).toEqual([])
})
