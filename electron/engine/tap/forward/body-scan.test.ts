import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBodyScan } from './body-scan.ts'
import { readHead } from './response-head.ts'

const chunked = (chunks: readonly string[], trailers: string) =>
  `${chunks.map((chunk) => `${chunk.length.toString(16)};a=b\r\n${chunk}\r\n`).join('')}0\r\n${trailers}\r\n`

/** However the bytes are split into reads. */
function scanned(text: string, cuts: readonly number[]) {
  const scan = createBodyScan({ by: 'chunks' })
  const bytes = Buffer.from(text, 'latin1')
  const places = [0, ...cuts.map((cut) => cut % bytes.byteLength).toSorted((a, b) => a - b), bytes.byteLength]
  const observed = { raw: '', body: '', trailers: '', rest: '' }
  let isOver = false
  for (const [index, from] of places.slice(0, -1).entries()) {
    const part = bytes.subarray(from, places[index + 1])
    if (isOver) {
      observed.rest += part.toString('latin1')
      continue
    }
    const { raw, body, end } = scan.read(part)
    observed.raw += Buffer.concat(raw).toString('latin1')
    observed.body += Buffer.concat(body).toString('latin1')
    if (!end) continue
    isOver = true
    observed.trailers = end.trailers
    observed.rest = end.rest.toString('latin1')
  }
  return { ...observed, isOver }
}

const chunk = fc.string({ minLength: 1, maxLength: 30, unit: 'binary-ascii' })

test('a chunked body is what is in it and goes on as it was framed, however it was cut', () => {
  fc.assert(
    fc.property(
      fc.array(chunk),
      fc.constantFrom('', 'X-Sum: 1\r\n', 'A: b\r\nC: d\r\n'),
      fc.constantFrom('', 'HTTP/1.1 200 OK\r\n'),
      fc.array(fc.nat(), { maxLength: 12 }),
      (chunks, trailers, rest, cuts) => {
        const text = chunked(chunks, trailers)
        expect(scanned(text + rest, cuts)).toEqual({
          raw: text.slice(0, text.length - `0\r\n${trailers}\r\n`.length),
          body: chunks.join(''),
          trailers: trailers.replace(/\r\n$/, ''),
          rest,
          isOver: true,
        })
      },
    ),
  )
})

test.each([
  ['no size', '\r\nx'],
  ['a size that is none', 'xyz\r\n'],
  ['a size with a sign', '+2\r\nab\r\n'],
  ['a size of another base', '0x2\r\nab\r\n'],
  ['a line that ends with LF alone', '2\nab\r\n'],
  ['a chunk that is longer than it says', '2\r\nabc\r\n'],
  ['a chunk that ends with LF alone', '2\r\nab\n'],
  ['a size that no number holds', `${'f'.repeat(17)}\r\n`],
  ['a line without an end', `1;${'x'.repeat(5_000)}`],
  ['an extension with a line end of its own', '2;a\rb\r\nab\r\n'],
  ['trailers without an end', `0\r\nX: ${'x'.repeat(70_000)}`],
])('%s is no chunked body', (_what, text) => {
  expect(() => scanned(text, [])).toThrow()
})

const head = (...lines: readonly string[]) => ['HTTP/1.1 200 OK', ...lines].join('\r\n')

test.each([
  ['a length', head('Content-Length: 12'), 'GET', { by: 'length', sizeBytes: 12 }],
  ['chunks', head('transfer-encoding: gzip, Chunked'), 'GET', { by: 'chunks' }],
  ['neither', head(), 'GET', { by: 'close' }],
  ['an answer to HEAD', head('Content-Length: 12'), 'HEAD', { by: 'length', sizeBytes: 0 }],
  ['nothing new', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 12', 'GET', { by: 'length', sizeBytes: 0 }],
] as const)('a head with %s', (_what, text, method, framing) => {
  expect(readHead(text, method).framing).toEqual(framing)
})

test.each([
  ['two lengths', head('Content-Length: 2', 'Content-Length: 2')],
  ['a list of lengths', head('Content-Length: 2, 2')],
  ['a negative length', head('Content-Length: -2')],
  ['a length and chunks', head('Content-Length: 2', 'Transfer-Encoding: chunked')],
  ['chunks that are encoded again', head('Transfer-Encoding: chunked, gzip')],
  ['an encoding that has no end', head('Transfer-Encoding: gzip')],
  ['a space before the colon', head('Content-Length : 2')],
  ['a folded line', head('X: y', ' Content-Length: 2')],
  ['a line end within a value', head('X: y\rContent-Length: 2')],
  ['a LF within a value', head('X: y\nContent-Length: 2')],
  ['another version', 'HTTP/2 200 OK'],
  ['no status', 'HTTP/1.1 OK'],
])('a head with %s is refused', (_what, text) => {
  expect(() => readHead(text, 'GET')).toThrow()
})
