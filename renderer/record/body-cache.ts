// Bodies that lie apart from their entries, fetched before the entries are folded, as far as a conversation needs them. The files in
// large ones stay in the record; a mark in the message says where (shared/record/far-bytes.ts).

import type { EngineClient } from '#shared/contract/contract.ts'
import type { Body } from '#shared/record/entry.ts'
import { type FarBytes, readFarMark } from '#shared/record/far-bytes.ts'
import type { Packed } from '#shared/record/run.ts'
import { bytesOfBase64 } from '../ui/base64.ts'

/** Up to here a body is fetched as it is, in one piece. */
const smallBody = 1_048_576
const largestBody = 134_217_728
const mostBytes = 16 * smallBody

export interface BodyCache {
  load(entries: readonly Packed[], signal: AbortSignal): Promise<void>
  text(hash: string): string | undefined
  /** Where the bytes lie that this stands for; undefined for any other text. */
  far(text: string): FarBytes | undefined
}

export function createBodyCache(client: EngineClient): BodyCache {
  const texts = new Map<string, string>()
  const secret = crypto.randomUUID()
  let bytes = 0

  async function fetchBody({ hash, sizeBytes }: Body, signal: AbortSignal): Promise<void> {
    if (hash === undefined || texts.has(hash)) return
    const text = sizeBytes > smallBody ? await shortened(hash, signal) : await whole(hash, sizeBytes, signal)
    if (text === null) return
    texts.set(hash, text)
    bytes += text.length
  }

  async function whole(hash: string, sizeBytes: number, signal: AbortSignal): Promise<string> {
    const piece = await client.record.body({ hash, offset: 0, length: Math.max(1, sizeBytes) }, { signal })
    return new TextDecoder().decode(bytesOfBase64(piece.base64))
  }

  async function shortened(hash: string, signal: AbortSignal): Promise<string | null> {
    return (await client.record.shortened({ hash, secret }, { signal })).text
  }

  /** The oldest go first: an entry is folded once, right after its body came. */
  function forgetOldest(): void {
    for (const [hash, text] of texts) {
      if (bytes <= mostBytes) return
      texts.delete(hash)
      bytes -= text.length
    }
  }

  return {
    async load(entries, signal) {
      const apart = entries
        .flatMap(bodiesOf)
        .filter((body) => body.text === undefined && body.sizeBytes <= largestBody)
      // Before, not after: what is fetched now is folded next, whatever its size.
      forgetOldest()
      // One that cannot be had is folded as "not loaded"; the others and the entries go on.
      await Promise.allSettled(apart.map((body) => fetchBody(body, signal)))
    },
    text: (hash) => texts.get(hash),
    far: (text) => readFarMark(secret, text),
  }
}

function bodiesOf(entry: Packed): readonly Body[] {
  switch (entry.kind) {
    case 'request': {
      // Of a gRPC message its JSON.
      const body = entry.decoded ?? entry.body
      return body ? [body] : []
    }
    case 'end':
    case 'webhook':
      return entry.body ? [entry.body] : []
    case 'frame':
      return entry.data ? [entry.data] : []
    case 'response':
    case 'failure':
    case 'redirect':
    case 'note':
    case 'run':
      return []
  }
}
