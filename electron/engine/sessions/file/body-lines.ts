import { createHash } from 'node:crypto'
import { secretMarkPattern } from '#shared/record/credential-names.ts'
import type { SessionRecord } from '../../store/record.ts'
import { bodyBehind } from '../../store/whole-body.ts'
import { bodyPieceBytes } from './format.ts'

export interface Masking {
  text(text: string): string
  bytes(bytes: Buffer): Buffer
}

interface BodyLine {
  readonly body: string
  readonly piece: string
  readonly last?: true
}

/** Each body is written once, before the first entry that uses it. Masking may change its hash. */
export function createBodyLines(record: SessionRecord, mask: Masking) {
  const written = new Set<string>()
  const renames = new Map<string, string>()
  return {
    renamed: (hash: string) => renames.get(hash),
    *linesOf(hash: string): Generator<BodyLine> {
      if (written.has(hash)) return
      written.add(hash)
      const bytes = bodyBehind(record, hash)
      const masked = mask.bytes(bytes)
      const name = masked === bytes ? hash : createHash('sha256').update(masked).digest('hex')
      if (name !== hash) renames.set(hash, name)
      for (let start = 0; start < masked.byteLength; start += bodyPieceBytes) {
        const piece = masked.subarray(start, start + bodyPieceBytes).toString('base64')
        const isLast = start + bodyPieceBytes >= masked.byteLength
        yield { body: name, piece, ...(isLast && { last: true as const }) }
      }
    },
  }
}

/** The inverse of masking: replaces marks by the values that are still stored, on request. */
export function revealing(reveal: (secretId: string) => string | undefined): Masking {
  const text = (masked: string) =>
    masked.replace(secretMarkPattern, (mark: string, id: string) => reveal(id) ?? mark)
  return {
    text,
    bytes(bytes) {
      const masked = bytes.toString('latin1')
      const readable = text(masked)
      return readable === masked ? bytes : Buffer.from(readable, 'latin1')
    },
  }
}
