// Loads the bytes of a file: from base64 in the message, from base64 inside a recorded JSON body, or from a recorded body.
// Large ones are read in pieces, so that the window stays responsive.

import { base64Bytes } from '#shared/a2a/base64.ts'
import { maxPieceBytes } from '#shared/bounded.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { FarBytes } from '#shared/record/entry-body.ts'
import { readBody } from '../../../record/use-exchange.ts'
import { base64Of, bytesOfBase64, joinedBytes } from '../../../ui/base64.ts'

export type ByteSource =
  | { readonly kind: 'base64'; readonly text: string }
  | ({ readonly kind: 'far' } & FarBytes)
  | { readonly kind: 'body'; readonly hash: string; readonly sizeBytes: number }

export type Bytes = Uint8Array<ArrayBuffer>

/** Undefined for invalid base64. */
export async function loadBytes(
  client: EngineClient,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<Bytes | undefined> {
  if (source.kind === 'base64') return decodeText(source.text)
  if (source.kind === 'body') return readBody(client, { hash: source.hash, length: source.sizeBytes }, signal)
  return decodeText(new TextDecoder('latin1').decode(await readBody(client, source, signal)))
}

/** Recorded base64 in the form of a message. */
export async function loadBase64(
  client: EngineClient,
  source: { readonly kind: 'far' } & FarBytes,
): Promise<string> {
  const text = new TextDecoder('latin1').decode(await readBody(client, source))
  return text.replaceAll('\\/', '/')
}

export function sizeOf(source: ByteSource): number {
  switch (source.kind) {
    case 'base64':
      return base64Bytes(source.text)
    case 'far':
      return Math.floor((source.length * 3) / 4)
    case 'body':
      return source.sizeBytes
  }
}

async function decodeText(text: string): Promise<Bytes | undefined> {
  // Slashes may be escaped in JSON; pieces are whole groups of four.
  const plain = text.includes('\\/') ? text.replaceAll('\\/', '/') : text
  const pieces: Bytes[] = []
  for (let at = 0; at < plain.length; at += maxPieceBytes) {
    const piece = decodeNow(plain.slice(at, at + maxPieceBytes))
    if (!piece) return undefined
    pieces.push(piece)
    if (plain.length > maxPieceBytes) await breath()
  }
  return joinedBytes(pieces)
}

/** Standard or URL-safe, padded or not. */
export function decodeNow(base64: string): Bytes | undefined {
  try {
    return bytesOfBase64(base64.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return undefined
  }
}

function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

export async function encodeBase64(file: Blob): Promise<string> {
  const pieces: string[] = []
  // A multiple of three, so that the base64 of pieces can be joined.
  const step = 786_432
  for (let at = 0; at < file.size; at += step) {
    pieces.push(base64Of(new Uint8Array(await file.slice(at, at + step).arrayBuffer())))
  }
  return pieces.join('')
}
