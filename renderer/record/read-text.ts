import { maxPieceBytes } from '#shared/bounded.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { bytesOfBase64 } from '../ui/base64.ts'

/** All of a body that lies apart from its entry, as text. */
export async function readText(
  client: EngineClient,
  { hash, sizeBytes }: { readonly hash: string; readonly sizeBytes: number },
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let offset = 0; offset < sizeBytes; offset += maxPieceBytes) {
    const piece = await client.record.body({ hash, offset, length: maxPieceBytes }, { signal })
    text += decoder.decode(bytesOfBase64(piece.base64), { stream: true })
  }
  return text + decoder.decode()
}
