// Bodies: short ones are stored inside their entry, longer ones apart, under the SHA-256 of their bytes.

import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { type Body, maxInlineBodyBytes } from '#shared/record/entry.ts'
import { bytesColumn, integerColumn } from './column.ts'
import { firstMatch } from './statements.ts'
import { bodyPartBytes, type Store } from './store.ts'

export interface BodyRange {
  readonly bytes: Uint8Array
  readonly offset: number
  readonly sizeBytes: number
}

export type KeptBody = { readonly body: Body } & ({ readonly apart: Uint8Array } | { readonly apart?: never })

/** `seenBytes` exceeds the length of `bytes` when a bound cut the body. */
export function toBody(bytes: Uint8Array, seenBytes: number = bytes.byteLength): KeptBody {
  const size = { sizeBytes: seenBytes, ...(seenBytes > bytes.byteLength ? { truncated: true as const } : {}) }
  if (bytes.byteLength > maxInlineBodyBytes) {
    return { body: { ...size, hash: hash('sha256', bytes, 'hex') }, apart: bytes }
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isUtf8(bytes)) return { body: { ...size, text: buffer.toString('utf8') } }
  return { body: { ...size, base64: buffer.toString('base64') } }
}

/** Read from the first store that has the body. */
export function readBodyRange(
  stores: readonly Store[],
  handle: string,
  offset: number,
  length: number,
): BodyRange | undefined {
  return firstMatch(stores, (store) => rangeIn(store, handle, offset, length))
}

function rangeIn(store: Store, handle: string, offset: number, length: number): BodyRange | undefined {
  const sizeRow = store.database.prepare('SELECT size FROM body WHERE hash = ?').get(handle)
  if (sizeRow === undefined) return undefined
  const sizeBytes = integerColumn(sizeRow, 'size')
  const end = Math.min(sizeBytes, offset + length)
  if (offset >= end) return { bytes: new Uint8Array(0), offset, sizeBytes }
  const first = Math.floor(offset / bodyPartBytes)
  const last = Math.floor((end - 1) / bodyPartBytes)
  const rows = store.database
    .prepare('SELECT bytes FROM body_part WHERE hash = ? AND part BETWEEN ? AND ? ORDER BY part')
    .all(handle, first, last)
  const joined = Buffer.concat(rows.map((row) => bytesColumn(row, 'bytes')))
  const start = offset - first * bodyPartBytes
  return { bytes: joined.subarray(start, start + end - offset), offset, sizeBytes }
}

export function sliceOf(bytes: Uint8Array, offset: number, length: number): BodyRange {
  return { bytes: bytes.subarray(offset, offset + length), offset, sizeBytes: bytes.byteLength }
}
