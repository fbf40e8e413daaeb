import type { EngineClient } from '#shared/contract/contract.ts'
import { bytesOfBase64 } from '../ui/base64.ts'

const pieceBytes = 1_048_576

/** All of a body that lies apart from its entry, as text. */
export async function readText(
  client: EngineClient,
  { hash, sizeBytes }: { readonly hash: string; readonly sizeBytes: number },
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let offset = 0; offset < sizeBytes; offset += pieceBytes) {
    const piece = await client.record.body({ hash, offset, length: pieceBytes }, { signal })
    text += decoder.decode(bytesOfBase64(piece.base64), { stream: true })
  }
  return text + decoder.decode()
}
