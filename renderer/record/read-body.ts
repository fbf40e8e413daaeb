import { maxPieceBytes } from '#shared/bounded.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { bytesOfBase64, joinedBytes } from '../ui/base64.ts'

/** Of a body that lies apart from its entry. */
interface Stretch {
  readonly hash: string
  readonly offset?: number
  readonly length: number
}

/** Piece by piece: none is larger than a message of the contract. */
export async function readBody(
  { record }: EngineClient,
  { hash, offset = 0, length }: Stretch,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < length; at += maxPieceBytes) {
    const piece = { hash, offset: offset + at, length: Math.min(maxPieceBytes, length - at) }
    const { base64 } = await record.body(piece, defined({ signal }))
    pieces.push(bytesOfBase64(base64))
  }
  return joinedBytes(pieces)
}
