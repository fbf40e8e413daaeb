// A recorded JSON body without the bytes of its files: each long one is replaced by a mark that reports where in the body it lies. A window
// reads a message with a file of 50 MB as a few hundred bytes and fetches the file when it is looked at.

import type { Inputs } from '#shared/contract/contract.ts'
import { maxParsedBodyBytes } from '#shared/record/entry.ts'
import { farMark } from '#shared/record/entry-body.ts'

/** Members that hold a file's bytes as base64, in any version. */
const opening = /"(?:bytes|raw|fileWithBytes|file_with_bytes)"\s*:\s*"/g

/** Shorter ones stay where they are. */
const longFrom = 262_144

/** Of a body without its files that is read as a whole; a larger one is shown in pieces. */
const maxShortenedBytes = 48 * 1024 * 1024

export function shortenBody(
  records: readonly { body(hash: string): { readonly bytes: Uint8Array } | undefined }[],
  { hash, secret }: Inputs['record']['shortened'],
): { readonly text: string | null } {
  const stored = records.map((record) => record.body(hash)).find((body) => body !== undefined)
  return { text: (stored && withoutFiles(stored.bytes, { hash, secret })) ?? null }
}

/** The text of a body for who parses it: a large one without the bytes of its files, unless it is too large even so. */
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
  // Latin-1 keeps one character a byte, so that places in the text are places in the body.
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
