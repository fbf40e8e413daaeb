import { skipToken, useQuery } from '@tanstack/react-query'
import { maxPieceBytes } from '#shared/bounded.ts'
import type { FollowedExchange } from '#shared/contract/console.ts'
import { maxWaitMs } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import type { Entry } from '#shared/record/entry.ts'
import { useEngine } from '../host/engine.tsx'
import { bytesOfBase64, joinedBytes } from '../ui/base64.ts'

/** The least time between two refetches. */
const restMs = 250

export function exchangeKey(exchangeId: string | undefined) {
  return ['console', 'exchange', exchangeId]
}

/**
 * One exchange in full, refetched as it grows and shared between components. An equal answer keeps its reference, so that it is
 * decoded once.
 */
export function useExchange(exchangeId: string | undefined) {
  const { client } = useEngine()
  return useQuery({
    queryKey: exchangeKey(exchangeId),
    queryFn:
      exchangeId === undefined
        ? skipToken
        : ({ client: queries, queryKey, signal }) => {
            const version = queries.getQueryData<FollowedExchange>(queryKey)?.version
            return client.console.exchange(
              { exchangeId, ...(version !== undefined && { seen: version, waitMs: maxWaitMs }) },
              { signal },
            )
          },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.fetchStatus === 'idle' && state.status === 'success' ? restMs : false,
  })
}

/** An entry of an exchange, once it is loaded. */
export function useEntry(exchangeId: string | undefined, seq: number | undefined): Entry | undefined {
  const { client } = useEngine()
  const { data } = useQuery({
    queryKey: ['record', 'entry', exchangeId, seq],
    enabled: exchangeId !== undefined && seq !== undefined,
    queryFn: async ({ signal }) => {
      const request = { exchangeId: exchangeId ?? '', after: (seq ?? 1) - 1, limit: 1 }
      const { entries } = await client.record.exchange(request, { signal })
      return entries.find((entry) => entry.seq === seq) ?? null
    },
  })
  return data ?? undefined
}

interface Stretch {
  readonly hash: string
  readonly offset?: number
  readonly length: number
}

/** Reads piece by piece: none is larger than a message of the contract. */
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
