import { expect, test } from 'vitest'
import { readFarMark } from '#shared/record/entry-body.ts'
import { shortenBody } from './shorten-body.ts'

const secret = 'window-secret'
const long = 'QUJD'.repeat(100_000)

function shortened(body: unknown): unknown {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const record = { body: () => ({ bytes, offset: 0, sizeBytes: bytes.byteLength }) }
  const { text } = shortenBody([record], { hash: 'abc', secret })
  return text === null ? null : JSON.parse(text)
}

test.each([
  ['1.0', { message: { parts: [{ text: 'ü' }, { raw: long }] } }],
  ['0.3', { params: { message: { parts: [{ kind: 'file', file: { bytes: long } }] } } }],
  ['ProtoJSON', { file: { fileWithBytes: long } }],
])('%s: the bytes of a file are left where they lie', (_name, body) => {
  const marks: string[] = []
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string' && value.startsWith(secret)) {
      marks.push(value)
      return long
    }
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]))
  }
  expect(walk(shortened(body))).toEqual(body)
  const bytes = Buffer.from(JSON.stringify(body))
  const places = marks.map((mark) => readFarMark(secret, mark))
  expect(
    places.map((place) =>
      bytes.subarray(place?.offset, (place?.offset ?? 0) + (place?.length ?? 0)).toString(),
    ),
  ).toEqual([long])
})

test.each([
  ['short bytes', { raw: 'QUJD' }],
  ['a long text', { text: long }],
  ['a text that quotes a file', { text: `{"raw": "${long}"}` }],
  ['bytes that are not base64', { raw: `${long}"` }],
])('%s stay', (_name, body) => {
  expect(shortened(body)).toEqual(body)
})
