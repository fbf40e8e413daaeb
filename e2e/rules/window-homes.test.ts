import { expect, test } from 'vitest'
import { compareHomes, namesThatHold } from './window-homes.ts'

test('what has no place is refused, and a place of what is not there', () => {
  const homes = { 'chat.send': 'chat', 'card.fill': 'gone: ⤢ does it' }
  expect(compareHomes(['chat.send', 'card.fill'], homes)).toEqual([])
  expect(compareHomes(['chat.send', 'chat.attach'], homes)).toEqual([
    'chat.attach has no place in the window',
    'card.fill is not there, or its noun is listed already',
  ])
})

test('the names that hold are the quoted ones of their section, once each', () => {
  const text =
    '## How\n\n"Other"\n\n## Names that hold\n\nRegions: "Agents", "Agent\ncard"; again "Agents".\n'
  expect(namesThatHold(text)).toEqual(['Agents', 'Agent card'])
})
