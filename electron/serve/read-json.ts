import type { IncomingMessage } from 'node:http'

const maxRequestBytes = 64 * 1024

/** What a request carries; undefined where that is no JSON, too much, or broke off. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > maxRequestBytes) return undefined
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
