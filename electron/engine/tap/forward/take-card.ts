// An answer that may be the agent's card: held until it is whole, and served with its addresses at the tap. What is none after all is
// served as it came.

import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { forBody } from './heads.ts'
import { tappedCard } from './tapped-card.ts'

/** Of a card that a tap moves to itself; a larger one is served as it came, and calls to its addresses bypass the tap. */
const maxTappedCardBytes = 16 * 1024 * 1024

export interface CardAnswer {
  add(parts: readonly Buffer[]): void
  served(): { readonly headers: RawHeaders; readonly body: Buffer; readonly notes: readonly string[] }
}

interface CardPlace {
  readonly tappedUrl: (url: string, isGrpc: boolean) => string | undefined
  readonly cardUrl: string
  readonly method: string
  readonly url: string
  readonly statusCode: number
  readonly headers: RawHeaders
}

/** Undefined where no card is served. */
export function takeCard({
  tappedUrl,
  cardUrl,
  method,
  url,
  statusCode,
  headers,
}: CardPlace): CardAnswer | undefined {
  const isCard = url === cardUrl || /^[^?#]*\/\.well-known\/agent(-card)?\.json$/.test(url)
  if (!isCard || method !== 'GET' || statusCode !== 200) return undefined
  if (Number(headerOf(headers, 'content-length') ?? 0) > maxTappedCardBytes) return undefined
  const parts: Buffer[] = []
  return {
    add: (more) => void parts.push(...more),
    served() {
      const came = Buffer.concat(parts)
      const text = unpacked(came, headerOf(headers, 'content-encoding'))
      const card = text === undefined ? undefined : tappedCard(text, url, tappedUrl)
      if (card === undefined) return { headers, body: came, notes: [] }
      const body = Buffer.from(card.text)
      return { headers: forBody(headers, body.byteLength), body, notes: card.notes }
    },
  }
}

function unpacked(bytes: Buffer, encoding = 'identity'): string | undefined {
  const bound = { maxOutputLength: maxTappedCardBytes }
  try {
    switch (encoding.toLowerCase()) {
      case 'identity':
      case '':
        return bytes.toString('utf8')
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, bound).toString('utf8')
      case 'deflate':
        return inflateSync(bytes, bound).toString('utf8')
      case 'br':
        return brotliDecompressSync(bytes, bound).toString('utf8')
      case 'zstd':
        return zstdDecompressSync(bytes, bound).toString('utf8')
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}
