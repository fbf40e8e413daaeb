import { expect, test } from 'vitest'
import { acceleratorOf } from './accelerator.ts'

test.each([
  ['Mod+K', 'CommandOrControl+K'],
  ['Mod+Shift+ArrowUp', 'CommandOrControl+Shift+Up'],
  ['Mod+Plus', 'CommandOrControl+Plus'],
  ['F8', 'F8'],
  ['?', undefined],
  ['Mod+Ü', undefined],
  ['Mod+MediaPlay', undefined],
  ['Mod+F25', undefined],
  [undefined, undefined],
])('%s is %s in the native menu', (keys, accelerator) => {
  expect(acceleratorOf(keys)).toBe(accelerator)
})
