// Invalid credentials are refused with a sentence.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Credential } from '#shared/contract/access.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

const secret = 'planted-secret-93c1'
let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

test.each<[string, Credential[], RegExp]>([
  ['a line break', [{ kind: 'bearer', token: 'a\r\nX: y' }], /no line breaks/],
  ['a header of the connection', [{ kind: 'header', name: 'Host', value: 'x' }], /sets Host itself/],
  ['a header name with a space', [{ kind: 'header', name: 'X Y', value: 'x' }], /not a header name/],
  [
    'the same twice',
    [
      { kind: 'bearer', token: 'aaa' },
      { kind: 'bearer', token: 'bbb' },
    ],
    /twice/,
  ],
  ['a colon in a name', [{ kind: 'basic', username: 'a:b', password: 'x' }], /no colon/],
  ['letters no header carries', [{ kind: 'bearer', token: 'ключ' }], /cannot carry/],
  [
    'a cookie in two',
    [{ kind: 'api-key', location: 'cookie', name: 'a', value: 'b; c=d' }],
    /no spaces, commas or semicolons/,
  ],
])('%s is refused', async (_what, credentials, sentence) => {
  const agentId = await window.idOf('http://127.0.0.1:1')
  const error = await window.client.access.set({ agentId, credentials }).catch((thrown: unknown) => thrown)
  expect(
    `${JSON.stringify(error)} ${String((error as Error).message)} ${JSON.stringify((error as Error).cause)}`,
  ).toMatch(sentence)
})

test('a name and password in an address are refused before they are written', async () => {
  await expect(window.client.agents.add({ address: `http://ann:${secret}@127.0.0.1:1/` })).rejects.toThrow(
    /Access/,
  )
  await expect(window.client.agents.add({ address: `ann:${secret}@127.0.0.1` })).rejects.toThrow(/Access/)
  expect(window.disk()).not.toContain(secret)
})
