// The bodies of one exchange as they may be kept: masked, or, where bytes cannot be masked, no more than their size.

import { type Body, maxInlineBodyBytes } from '#shared/record/entry.ts'
import { isOneLine } from '#shared/record/plain-frame.ts'
import type { SessionRecord } from '../store/record.ts'
import type { ExchangeMasking } from './exchange-masking.ts'
import { bytesOf, type RawFrame } from './framer.ts'
import type { Secrets } from './secrets.ts'

export interface Kept {
  readonly bytes: Buffer
  readonly seenBytes?: number
}

/** What is left when an exchange is over. */
export interface KeptAtEnd {
  readonly body?: Kept
  readonly encodedBody?: Kept
  readonly leftover?: Buffer
}

export function createBodyKeeping(record: SessionRecord, secrets: Secrets, masking: ExchangeMasking) {
  /** Something of theirs was masked: their packed bytes may hold it too. */
  let hid = false
  const keep = (kept: Kept, isCut = (kept.seenBytes ?? 0) > kept.bytes.byteLength): Body => {
    const safe = masking.bytes(kept.bytes, isCut)
    hid ||= safe !== kept.bytes
    return record.keep(safe, kept.seenBytes)
  }
  const text = (said: string): Body => {
    const sizeBytes = Buffer.byteLength(said)
    return sizeBytes <= maxInlineBodyBytes ? { sizeBytes, text: said } : record.keep(Buffer.from(said))
  }
  /** Bytes that cannot be masked are not kept where they or their readable form held a secret; only their size is. */
  const packed = (bytes: Kept, holdsSecret: boolean): Body =>
    holdsSecret || secrets.bytes(bytes.bytes, 'theirs') !== bytes.bytes
      ? { sizeBytes: bytes.seenBytes ?? bytes.bytes.byteLength, truncated: true }
      : record.keep(bytes.bytes, bytes.seenBytes)
  const whole = (frame: RawFrame): Body => {
    if (frame.text === undefined) return keep({ bytes: bytesOf(frame) })
    const safe = masking.frame(frame.text)
    hid ||= safe !== frame.text
    return text(safe)
  }
  return {
    hid: () => hid,
    text,
    /** Of a frame, what its data says. */
    data(data: string): string {
      const readable = masking.data(data)
      hid ||= readable !== data
      return readable
    },
    frame(frame: RawFrame, isGrpc: boolean, data: string | undefined, readable: string | undefined): Body {
      if (isGrpc) return packed({ bytes: bytesOf(frame) }, readable !== data)
      // What is around the data is known, so a frame that is nothing else need not be searched twice.
      const isPlain =
        frame.text !== undefined && data !== undefined && readable === data && isOneLine(frame.text, data)
      return isPlain ? text(frame.text) : whole(frame)
    },
    /** `safe` is what is left of it. A packed one cannot be masked: `holdsSecret` says what its readable form did. */
    request(bytes: Buffer, safe: Buffer, seenBytes: number | undefined, holdsSecret?: boolean): Body {
      if (holdsSecret !== undefined) return packed({ bytes }, holdsSecret)
      const isCut = seenBytes !== undefined && seenBytes > bytes.byteLength
      return isCut ? record.keep(safe, Math.max(seenBytes, safe.byteLength)) : record.keep(safe)
    },
    atEnd({ body, encodedBody, leftover }: KeptAtEnd, isCut: boolean) {
      return {
        ...(body && { body: isCut ? keep(body, true) : keep(body) }),
        ...(leftover && leftover.length > 0 && { leftover: keep({ bytes: leftover }, true) }),
        ...(encodedBody && { encodedBody: packed(encodedBody, hid) }),
      }
    },
  }
}
