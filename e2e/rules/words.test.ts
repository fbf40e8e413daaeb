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

test('tests and the demo agent say what they like', () => {
  const source = "'Nobody listens there.'"
  expect(
    checkWords(plantedTree({ 'renderer/x.test.ts': source, 'electron/demo-agent/x.ts': source })),
  ).toEqual([])
})
