import { expect, test } from 'vitest'
import { plantedTree } from './tree.ts'
import { checkWords } from './words.ts'

test.each([
  ["const said = 'Nobody listens there.'", 1],
  ['<Button>Go on with it</Button>', 1],
  ['`$' + '{name} is no address.`', 1],
  ["'The stream broke off.'", 1],
  ["'The agent asks for more.'", 1],
  ["'The answer came with a card.'", 1],
  ["'There is no card yet.'", 0],
  ["'It is no longer there.'", 0],
  ["// nobody waits for it\nconst waiting = 'is waited for'", 0],
])('%s has %i of them', (source, count) => {
  expect(checkWords(plantedTree({ 'renderer/x.tsx': source }))).toHaveLength(count)
})

test.each([
  ["title: 'Export the session'", 1],
  ['<ul aria-label="Sessions">', 1],
  ['<p>Not in this session.</p>', 1],
  ["'session-name truncate'", 0],
  ["import { a } from './sessions/b.ts'", 0],
  ['`Delete $' + '{session.name}`', 0],
  ["'The sign-in session has expired.'", 0],
])('in the window %s has %i of them', (source, count) => {
  for (const path of ['renderer/x.tsx', 'shared/commands.ts']) {
    expect(checkWords(plantedTree({ [path]: source }))).toHaveLength(count)
  }
  expect(checkWords(plantedTree({ 'electron/cli/x.ts': source }))).toEqual([])
})

test('tests and the demo agent say what they like', () => {
  const source = "'Nobody listens there.'"
  expect(
    checkWords(plantedTree({ 'renderer/x.test.ts': source, 'electron/demo-agent/x.ts': source })),
  ).toEqual([])
})
