import { expect, test } from 'vitest'
import { base64Of, bytesOfBase64, bytesOfPieces } from './base64.ts'

const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index % 256)

test('bytes are the same after they were text', () => {
  const base64 = base64Of(bytes)
  expect(base64).toBe(Buffer.from(bytes).toString('base64'))
  expect(bytesOfBase64(base64)).toEqual(bytes)
  expect(bytesOfBase64('')).toEqual(new Uint8Array(0))
})

test('pieces that were encoded apart are put together', () => {
  const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 70_000), bytes.subarray(70_000)].map(base64Of)
  expect(bytesOfPieces(pieces)).toEqual(bytes)
})
