import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, type RawFrame } from './framer.ts'
import { createSseFramer, looksLikeSse, readSseFields } from './sse.ts'

const bound = 32 * 1024 * 1024

function frameAll(chunks: readonly Buffer[]): { frames: readonly RawFrame[]; leftover: Buffer } {
  const framer = createSseFramer(bound)
  const frames = chunks.flatMap((chunk): RawFrame[] => {
    const { frames: alone, texts, whole } = framer.push(chunk) ?? { frames: [], texts: [], whole: '' }
    expect(texts.join('')).toBe(whole)
    return [...alone, ...texts.map((text) => ({ text }))]
  })
  const rest = framer.end()
  return { frames: [...frames, ...rest.frames], leftover: rest.leftover }
}

const textsOf = (chunks: readonly (string | Buffer)[]) => {
  const { frames, leftover } = frameAll(chunks.map((chunk) => Buffer.from(chunk)))
  return [...frames.map((frame) => frame.text), leftover.toString('utf8')]
}

describe('frames keep their bytes', () => {
  const cases: readonly [name: string, stream: string, raw: readonly string[]][] = [
    ['LF', 'data: a\n\ndata: b\n\n', ['data: a\n\n', 'data: b\n\n', '']],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['data: a\r\n\r\n', 'data: b\r\n\r\n', '']],
    ['CR', 'data: a\r\rdata: b\r\r', ['data: a\r\r', 'data: b\r\r', '']],
    ['a CR at the very end', 'data: a\n\r', ['data: a\n\r', '']],
    ['mixed endings', 'data: a\r\n\ndata: b\n\r\n', ['data: a\r\n\n', 'data: b\n\r\n', '']],
    ['several lines', 'event: x\ndata: 1\ndata: 2\n\n', ['event: x\ndata: 1\ndata: 2\n\n', '']],
    [
      'an empty line more stays with the next frame',
      'data: a\n\n\ndata: b\n\n',
      ['data: a\n\n', '\ndata: b\n\n', ''],
    ],
    ['a comment', ': ping\n\ndata: a\n\n', [': ping\n\n', 'data: a\n\n', '']],
    ['a byte order mark', '\uFEFFdata: a\n\n', ['\uFEFFdata: a\n\n', '']],
    ['a half frame', 'data: a\n\ndata: b\n', ['data: a\n\n', 'data: b\n']],
    ['NUL bytes', 'data: a\0b\n\n', ['data: a\0b\n\n', '']],
  ]
  test.each(cases)('%s', (_, stream, raw) => {
    expect(textsOf([stream])).toEqual(raw)
  })

  test('bytes that are not UTF-8 are kept as bytes, and only in the frame that has them', () => {
    const bad = Buffer.concat([Buffer.from('data: '), Buffer.from([0xc3, 0x28]), Buffer.from('\n\n')])
    const { frames } = frameAll([Buffer.concat([Buffer.from('data: é\n\n'), bad])])
    expect(frames).toEqual([{ text: 'data: é\n\n' }, { bytes: bad }])
  })

  test('a frame in the last CR of a chunk is there at once when the stream ends its lines so', () => {
    const framer = createSseFramer(bound)
    expect(framer.push(Buffer.from('data: a\r\r'))).toEqual({
      frames: [],
      texts: ['data: a\r\r'],
      whole: 'data: a\r\r',
    })
  })

  test('a frame beyond the bound stops the framing and leaves its beginning', () => {
    const framer = createSseFramer(20)
    expect(framer.push(Buffer.from('data: 0123456789'))).toEqual({ frames: [], texts: [], whole: '' })
    expect(framer.push(Buffer.from('0123456789'))).toBeUndefined()
    expect(framer.end().leftover.toString()).toBe('data: 01234567890123456789')
  })
})

const pieces = fc.constantFrom(
  'data: ä€🙂',
  'data:',
  'data',
  ': x',
  'id: 1',
  'event: e',
  'retry: 5',
  '\uFEFF',
  'data: {"a":1}',
)
const endings = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n\r\n', '\r\r')
const streams = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.tuple(pieces, endings).map((pair) => Buffer.from(pair.join(''))) },
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    ),
  )
  .map((parts) => Buffer.concat(parts))

test('any chunking of the bytes gives the same frames, and no byte is lost', () => {
  fc.assert(
    fc.property(streams, fc.array(fc.nat({ max: 400 })), (stream, cuts) => {
      const places = [...new Set(cuts.map((cut) => Math.min(cut, stream.length)))].sort((a, b) => a - b)
      const chunks = [0, ...places].map((from, index) =>
        stream.subarray(from, places[index] ?? stream.length),
      )
      const whole = frameAll([stream])
      expect(frameAll(chunks)).toEqual(whole)
      expect(frameAll([...stream].map((byte) => Buffer.from([byte])))).toEqual(whole)
      expect(Buffer.concat([...whole.frames.map(bytesOf), whole.leftover])).toEqual(stream)
    }),
    { numRuns: 500 },
  )
})

describe('fields', () => {
  const cases: readonly [raw: string, fields: ReturnType<typeof readSseFields>][] = [
    ['data: a\n\n', { data: 'a' }],
    ['data:a\r\n\r\n', { data: 'a' }],
    ['data:  a\n\n', { data: ' a' }],
    ['data\n\n', { data: '' }],
    ['data: a\rdata: b\r\r', { data: 'a\nb' }],
    ['data: a\ndata:\ndata: b\n\n', { data: 'a\n\nb' }],
    ['\uFEFFdata: a\n\n', { data: 'a' }],
    ['\ndata: a\n\n', { data: 'a' }],
    ['event: error\nid: 7\nretry: 3000\ndata: x\n\n', { data: 'x', event: 'error', id: '7', retryMs: 3000 }],
    ['id: a\0b\nretry: soon\ndata: x\n\n', { data: 'x' }],
    [': ping - 2026\n\n', {}],
    ['unknown: x\n\n', {}],
  ]
  test.each(cases)('%j', (raw, fields) => {
    expect(readSseFields({ text: raw })).toEqual(fields)
  })
})

test.each([
  ['data: x', true],
  ['data:x', true],
  [': ping', true],
  ['\n\nevent: x', true],
  ['\uFEFFdata: x', true],
  ['{"data":1}', false],
  ['<html>', false],
  ['database: x', false],
])('%j looks like an event stream: %s', (start, expected) => {
  expect(looksLikeSse(Buffer.from(start))).toBe(expected)
})
