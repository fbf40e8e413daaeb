import { expect, test } from 'vitest'
import { commandIds, factsOf } from './commands.ts'
import { commandWith, fixedKeys, giveKeys, isSign, keysOf, refusalOf } from './keys.ts'

test('a command has the key of the list until another is chosen, and then no longer the first', () => {
  expect([keysOf('palette.open', []), commandWith('Mod+K', [])]).toEqual(['Mod+K', 'palette.open'])
  const choices = giveKeys([], 'palette.open', 'Mod+J')
  expect([commandWith('Mod+J', choices), commandWith('Mod+K', choices)]).toEqual(['palette.open', undefined])
})

test('a key that is given to one command is taken from the other', () => {
  const choices = giveKeys([], 'layout.reset', 'Mod+K')
  expect([keysOf('layout.reset', choices), keysOf('palette.open', choices)]).toEqual(['Mod+K', undefined])
  const back = giveKeys(choices, 'palette.open', 'Mod+K')
  expect([keysOf('palette.open', back), keysOf('layout.reset', back), back]).toEqual(['Mod+K', undefined, []])
})

test('a command can be left without a key, and many can', () => {
  const choices = giveKeys(giveKeys([], 'palette.open', undefined), 'address.focus', undefined)
  expect([keysOf('palette.open', choices), keysOf('address.focus', choices)]).toEqual([undefined, undefined])
})

test('a command that is no longer there is no harm', () => {
  expect(commandWith('Mod+J', [{ command: '__proto__', keys: 'Mod+J' }])).toBeUndefined()
})

test.each([
  ['Mod+J', true],
  ['Mod+Shift+J', true],
  ['F8', true],
  ['Shift+F8', true],
  ['?', true],
  ['K', false],
  ['7', false],
  ['Space', false],
  ['Shift+K', false],
  ['Home', false],
  ['Mod+C', false],
  ['Mod+F', false],
  ['Mod+W', false],
])('whether a command can have %s: %s', (keys, possible) => {
  expect(refusalOf(keys) === undefined).toBe(possible)
})

test('the keys of the list are possible, and each is one command’s', () => {
  const listed = commandIds.flatMap((id) => factsOf(id).keys ?? [])
  expect(listed.filter((keys) => refusalOf(keys) !== undefined)).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
  expect(fixedKeys.filter(({ keys }) => isSign(keys))).toEqual([])
})
