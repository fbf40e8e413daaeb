import { expect, test } from 'vitest'
import { commandWith } from '#shared/keys.ts'
import { keyLabel, pressedKeys } from './keys.ts'

const bare = { metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }

test.each([
  ['Ctrl+K elsewhere', { ...bare, key: 'k', ctrlKey: true }, false, 'palette.open'],
  ['⌘K on macOS', { ...bare, key: 'k', metaKey: true }, true, 'palette.open'],
  ['Ctrl+K on macOS is the text field’s own', { ...bare, key: 'k', ctrlKey: true }, true, undefined],
  ['Ctrl+Enter', { ...bare, key: 'Enter', ctrlKey: true }, false, 'chat.send'],
  ['Ctrl+.', { ...bare, key: '.', ctrlKey: true }, false, 'chat.stop'],
  ['?, for which most layouts need Shift', { ...bare, key: '?', shiftKey: true }, false, 'keys.show'],
  ['a plain letter', { ...bare, key: 'k' }, false, undefined],
  [
    'AltGr, which many layouts need for characters',
    { ...bare, key: 'l', ctrlKey: true, altKey: true },
    false,
    undefined,
  ],
  ['an unclaimed chord', { ...bare, key: 'k', ctrlKey: true, shiftKey: true }, false, undefined],
  ['Ctrl alone', { ...bare, key: 'Control', ctrlKey: true }, false, undefined],
])('%s', (_name, event, isMac, command) => {
  const keys = pressedKeys(event, isMac)
  expect(keys && commandWith(keys, [])).toBe(command)
})

test('what divides the keys of a chord, and what cannot be seen, has a name', () => {
  const keys = ['+', ' '].map((key) => pressedKeys({ ...bare, key, ctrlKey: true }, false))
  expect(keys).toEqual(['Mod+Plus', 'Mod+Space'])
  expect(keyLabel('Mod+Plus', false)).toBe('Ctrl++')
})

test('keys are written the way the platform writes them', () => {
  expect([keyLabel('Mod+Enter', true), keyLabel('Mod+Enter', false)]).toEqual(['⌘↩', 'Ctrl+Enter'])
})
