import { expect, test } from 'vitest'
import { hasDisplay, openCommand } from './browser.ts'

const address = 'http://127.0.0.1:4000/?token=t'

test.each([
  [
    'Chromium on Linux, as an application window',
    'linux',
    { PATH: '/usr/bin' },
    ['/usr/bin/chromium'],
    { program: '/usr/bin/chromium', args: [`--app=${address}`] },
  ],
  [
    'the default browser on Linux',
    'linux',
    { PATH: '/usr/bin' },
    ['/usr/bin/xdg-open'],
    { program: '/usr/bin/xdg-open', args: [address] },
  ],
  ['no browser at all', 'linux', { PATH: '/usr/bin' }, [], undefined],
  ['the default browser on macOS', 'darwin', {}, [], { program: '/usr/bin/open', args: [address] }],
  [
    'the default browser on Windows',
    'win32',
    {},
    [],
    { program: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', address] },
  ],
] as const)('%s', (_name, platform, env, installed, expected) => {
  expect(
    openCommand(address, platform, env, (path) => (installed as readonly string[]).includes(path)),
  ).toEqual(expected)
})

test('without a display there is nothing to open', () => {
  expect([hasDisplay('linux', {}), hasDisplay('linux', { DISPLAY: ':0' }), hasDisplay('win32', {})]).toEqual([
    false,
    true,
    true,
  ])
})
