import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['strem', 'stream'],
  ['tsak', 'task'],
  ['outptu', 'output'],
  ['contxet', 'context'],
  ['stream', 'stream'],
  ['x', undefined],
  ['dat', 'data'],
  ['colour', undefined],
])('%s is probably %s', (written, meant) => {
  expect(nearest(written, ['task', 'data', 'data-dir', 'stream', 'output', 'context', 'o'])).toBe(meant)
})
