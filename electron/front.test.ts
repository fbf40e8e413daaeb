import { expect, test, vi } from 'vitest'
import { chooseFront, type Surroundings } from './front.ts'

const everything: Surroundings = {
  platform: 'linux',
  env: { DISPLAY: ':0' },
  isRoot: false,
  findElectron: () => '/electron',
}

test('the desktop window opens where there is a display, a user and a program', () => {
  expect(chooseFront(everything)).toEqual({ kind: 'desktop', electron: '/electron' })
  expect(chooseFront({ ...everything, platform: 'darwin', env: {} })).toEqual({
    kind: 'desktop',
    electron: '/electron',
  })
  expect(chooseFront({ ...everything, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toEqual({
    kind: 'desktop',
    electron: '/electron',
  })
})

test.each([
  ['no display', { env: {} }, /no display/],
  ['root', { isRoot: true }, /root/],
  ['no program', { findElectron: () => undefined }, /could not be fetched/],
])('%s: serve, and one sentence why', (_name, lack, why) => {
  const front = chooseFront({ ...everything, ...lack })
  expect(front).toEqual({ kind: 'serve', why: expect.stringMatching(why) })
  expect(front.kind === 'serve' && front.why.match(/\./g)).toHaveLength(1)
})

test('nothing is fetched for a window that could not be shown', () => {
  const findElectron = vi.fn()
  chooseFront({ ...everything, env: {}, findElectron })
  expect(findElectron).not.toHaveBeenCalled()
})
