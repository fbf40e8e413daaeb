// A recorded JSON body without its files: each long one is replaced by a mark with its position in the body. A window
// reads a message with a file of 50 MB as a few hundred bytes, and requests the file when it is viewed.

import type { Inputs } from '#shared/contract/contract.ts'
import { maxParsedBodyBytes } from '#shared/record/entry.ts'
import { farMark } from '#shared/record/entry-body.ts'

/** Members with a file's bytes as base64, in any version. */
const opening = /"(?:bytes|raw|fileWithBytes|file_with_bytes)"\s*:\s*"/g

/** Shorter files stay in the body. */
const longFrom = 262_144

/** Of a body without its files that is read at once; a larger one is shown in pieces. */
const maxShortenedBytes = 48 * 1024 * 1024

export function shortenBody(
  records: readonly { body(hash: string): { readonly bytes: Uint8Array } | undefined }[],
  { hash, secret }: Inputs['record']['shortened'],
): { readonly text: string | null } {
  const stored = records.map((record) => record.body(hash)).find((body) => body !== undefined)
  return { text: (stored && withoutFiles(stored.bytes, { hash, secret })) ?? null }
}

/** The text of a body to parse: a large one without its files, undefined where it is still too large. */
export function readableText(bytes: Uint8Array, far: FarIn): string | undefined {
  if (bytes.byteLength > maxParsedBodyBytes) return withoutFiles(bytes, far)
  return bufferOf(bytes).toString('utf8')
}

interface FarIn {
  readonly hash: string
  readonly secret: string
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function withoutFiles(bytes: Uint8Array, { hash, secret }: FarIn): string | undefined {
  // Latin-1 has one character per byte, so positions in the text are positions in the body.
  const text = bufferOf(bytes).toString('latin1')
  const pieces: string[] = []
  let from = 0
  for (const match of text.matchAll(opening)) {
    const offset = match.index + match[0].length
    const end = text.indexOf('"', offset)
    if (offset < from || end - offset < longFrom || text[end - 1] === '\\') continue
    pieces.push(text.slice(from, offset), farMark(secret, { hash, offset, length: end - offset }))
    from = end
  }
  pieces.push(text.slice(from))
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return sizeBytes > maxShortenedBytes ? undefined : Buffer.from(pieces.join(''), 'latin1').toString('utf8')
}
