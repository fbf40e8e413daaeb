import { expect, test } from 'vitest'
import { createFramingCount } from './framing-facts.ts'

test.each([
  ['LF', ['data: a\n\n', 'data: b\n\n'], 'lf', false],
  ['CRLF', ['data: a\r\n\r\n'], 'crlf', false],
  ['CR', ['data: a\r\r'], 'cr', false],
  ['CRLF and LF in one stream', ['data: a\r\n\r\n', 'data: b\n\n'], 'mixed', false],
  ['LF and CR in one frame', ['data: a\rdata: b\n\n'], 'mixed', false],
  ['a byte order mark', ['\uFEFFdata: a\n\n'], 'lf', true],
] as const)('%s', (_name, frames, lineEndings, byteOrderMark) => {
  const count = createFramingCount()
  for (const text of frames) count.frame({ text })
  expect(count.facts('event-stream', Buffer.from('dat'))).toEqual({
    framing: 'event-stream',
    lineEndings,
    byteOrderMark,
    comments: 0,
    leftoverBytes: 3,
    bareJson: false,
  })
})

test('bytes that are not UTF-8 are looked at all the same', () => {
  const count = createFramingCount()
  const frame = { bytes: Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]) }
  count.frame(frame)
  count.comment(frame)
  expect(count.facts('event-stream', Buffer.alloc(0))).toMatchObject({
    lineEndings: 'crlf',
    byteOrderMark: true,
    comments: 1,
  })
})

test.each([
  ['one line', [], '{"n":1}', true],
  ['lines', [], '{"n":1}\n{"n":2}\n', true],
  ['more of them than are read', [], '{"n":1}\n'.repeat(200_000), true],
  ['with blank lines between', ['{"n":1}\n\n', '{"n":2}\n\n'], '', true],
  ['a keep-alive', [': {"n":1}\n\n'], '', false],
  ['half an event', [], 'data: {"n":', false],
] as const)('bare JSON: %s', (_name, frames, leftover, bareJson) => {
  const count = createFramingCount()
  for (const text of frames) count.comment({ text })
  expect(count.facts('event-stream', Buffer.from(leftover))).toMatchObject({ bareJson })
})
