import type { IncomingMessage } from 'node:http'

/** What a request carries as text, or why there is none. */
export async function readRequest(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly text: string } | 'too-large' | 'broken-off'> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > maxBytes) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'broken-off'
  }
  return { text: Buffer.concat(chunks).toString('utf8') }
}
