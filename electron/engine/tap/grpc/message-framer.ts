// Splits the body of a gRPC call into messages: each has a prefix of five bytes with compression and length. Only for
// reading; a tap never forwards its output.

import { gunzipSync, inflateSync } from 'node:zlib'
import { messageOf } from '#shared/errors.ts'

export interface GrpcMessage {
  /** With the prefix, as received; empty if it is too large. */
  readonly frame: Buffer
  /** Decompressed, if possible. */
  readonly bytes: Buffer
  /** Why the bytes can't be read. */
  readonly problem?: string
}

const headBytes = 5

export function createMessageFramer(encoding: string | undefined, maxBytes: number) {
  let parts: Buffer[] = []
  let heldBytes = 0
  let neededBytes = headBytes
  let skippedBytes = 0
  const hold = (bytes: Buffer) => {
    parts = bytes.byteLength > 0 ? [bytes] : []
    heldBytes = bytes.byteLength
  }
  const messagesIn = (bytes: Buffer): readonly GrpcMessage[] => {
    const messages: GrpcMessage[] = []
    let at = 0
    neededBytes = headBytes
    while (bytes.byteLength - at >= headBytes) {
      const end = at + headBytes + bytes.readUInt32BE(at + 1)
      if (end - at > maxBytes) {
        messages.push(tooLarge(end - at - headBytes))
        skippedBytes = Math.max(0, end - bytes.byteLength)
        at = Math.min(end, bytes.byteLength)
      } else if (end > bytes.byteLength) {
        neededBytes = end - at
        break
      } else {
        const frame = bytes.subarray(at, end)
        messages.push({ frame, ...unpacked(frame, encoding, maxBytes) })
        at = end
      }
    }
    hold(bytes.subarray(at))
    return messages
  }
  return {
    push(bytes: Buffer): readonly GrpcMessage[] {
      const rest = bytes.subarray(skippedBytes)
      skippedBytes -= bytes.byteLength - rest.byteLength
      if (rest.byteLength === 0) return []
      parts.push(rest)
      heldBytes += rest.byteLength
      return heldBytes < neededBytes ? [] : messagesIn(Buffer.concat(parts))
    },
    /** Bytes of an incomplete last message. */
    leftover: (): Buffer => Buffer.concat(parts),
  }
}

/** An uncompressed message with its prefix. */
export function framedMessage(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(bytes.byteLength, 1)
  return Buffer.concat([head, bytes])
}

/** The first half of a message, with the shorter length in its prefix. */
export function halvedMessage(frame: Buffer): Buffer {
  const half = Buffer.from(frame.subarray(0, headBytes + Math.ceil((frame.byteLength - headBytes) / 2)))
  half.writeUInt32BE(half.byteLength - headBytes, 1)
  return half
}

const nothing = Buffer.alloc(0)

function tooLarge(sizeBytes: number): GrpcMessage {
  const problem = `A message of ${sizeBytes} bytes passed through the tap and is too large to be kept.`
  return { frame: nothing, bytes: nothing, problem }
}

function unpacked(frame: Buffer, encoding = 'identity', maxBytes: number): Omit<GrpcMessage, 'frame'> {
  const flag = frame.readUInt8(0)
  const bytes = frame.subarray(headBytes)
  if (flag === 0) return { bytes }
  if (flag !== 1) return { bytes, problem: `A message has the flag ${flag}; gRPC has 0 and 1 only.` }
  try {
    const bound = { maxOutputLength: maxBytes }
    if (encoding === 'gzip') return { bytes: gunzipSync(bytes, bound) }
    if (encoding === 'deflate') return { bytes: inflateSync(bytes, bound) }
    return { bytes, problem: `A message is compressed, by ${encoding}, which Parley can’t decompress.` }
  } catch (error) {
    const why = messageOf(error)
    return { bytes, problem: `A message couldn’t be decompressed as ${encoding}: ${why}.` }
  }
}
