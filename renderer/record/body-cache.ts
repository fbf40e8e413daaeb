// Bodies that lie apart from their entries, fetched before the entries are folded, as far as a conversation needs them.
// Larger ones stay where they are and are shown on demand.

import type { EngineClient } from '#shared/contract/contract.ts'
import type { Body } from '#shared/record/entry.ts'
import type { Packed } from '#shared/record/run.ts'
import { bytesOfBase64 } from '../ui/base64.ts'

const largestBody = 1_048_576
const mostBytes = 16 * largestBody

export interface BodyCache {
  load(entries: readonly Packed[], signal: AbortSignal): Promise<void>
  text(hash: string): string | undefined
}

export function createBodyCache(client: EngineClient): BodyCache {
  const texts = new Map<string, string>()
  let bytes = 0

  async function fetchBody({ hash, sizeBytes }: Body, signal: AbortSignal): Promise<void> {
    if (hash === undefined || texts.has(hash)) return
    const piece = await client.record.body({ hash, offset: 0, length: Math.max(1, sizeBytes) }, { signal })
    const text = new TextDecoder().decode(bytesOfBase64(piece.base64))
    texts.set(hash, text)
    bytes += text.length
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
      // One that cannot be had is folded as "not loaded"; the others and the entries go on.
      await Promise.allSettled(apart.map((body) => fetchBody(body, signal)))
      forgetOldest()
    },
    text: (hash) => texts.get(hash),
  }
}

function bodiesOf(entry: Packed): readonly Body[] {
  switch (entry.kind) {
    case 'request':
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
