// The bytes of a body: inline, or in pieces if stored apart, the first at once and more on request.

import { useCallback, useEffect, useMemo, useState } from 'react'
import { maxPieceBytes } from '#shared/bounded.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { messageOf } from '#shared/errors.ts'
import type { Body } from '#shared/record/entry.ts'
import { useEngine } from '../../../host/engine.tsx'
import { bytesOfBase64, joinedBytes } from '../../../ui/base64.ts'

/** Pieces for one press of "load more". */
const piecesAtOnce = 8

export type LoadedBody = ReturnType<typeof useBody>

interface Pieces {
  readonly hash: string | undefined
  readonly bytes: Uint8Array<ArrayBuffer> | undefined
  readonly sizeBytes: number
  readonly problem?: string
}

const nothing: Pieces = { hash: undefined, bytes: undefined, sizeBytes: 0 }

export function useBody(body: Body | undefined) {
  const { client } = useEngine()
  const [pieces, setPieces] = useState(nothing)
  const [goal, setGoal] = useState(1)
  const inline = useMemo(() => inlineBytes(body), [body])
  const hash = inline === undefined ? body?.hash : undefined
  const mine = pieces.hash === hash ? pieces : nothing
  const have = mine.bytes?.length ?? 0
  const isLoading =
    hash !== undefined &&
    mine.problem === undefined &&
    (mine.bytes === undefined || have < Math.min(goal * maxPieceBytes, mine.sizeBytes))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another body begins with its first piece
  useEffect(() => setGoal(1), [hash])

  useEffect(() => {
    if (!isLoading || hash === undefined) return
    const stop = new AbortController()
    readUpTo(client, hash, mine, goal * maxPieceBytes, stop.signal)
      .then(setPieces)
      .catch((error: unknown) => {
        if (!stop.signal.aborted)
          setPieces({ hash, bytes: undefined, sizeBytes: 0, problem: messageOf(error) })
      })
    return () => stop.abort()
  }, [client, hash, mine, isLoading, goal])

  const bytes = inline ?? mine.bytes
  const text = useMemo(() => body?.text ?? (bytes ? new TextDecoder().decode(bytes) : ''), [body, bytes])
  const sizeBytes = hash === undefined ? (bytes?.length ?? 0) : mine.sizeBytes
  const more = useCallback(() => setGoal((before) => before + piecesAtOnce), [])
  return {
    /** Undefined until the first piece is loaded. */
    bytes,
    text,
    sizeBytes,
    complete: bytes !== undefined && bytes.length >= sizeBytes,
    loading: isLoading,
    problem: mine.problem,
    more,
  }
}

function inlineBytes(body: Body | undefined): Uint8Array | undefined {
  if (body?.text !== undefined) return new TextEncoder().encode(body.text)
  if (body?.base64 !== undefined) return bytesOfBase64(body.base64)
  return body?.hash === undefined ? new Uint8Array(0) : undefined
}

/** Drawn once all are loaded: a text of many megabytes takes long with each change. */
async function readUpTo(
  client: EngineClient,
  hash: string,
  { bytes, sizeBytes }: Pieces,
  goal: number,
  signal: AbortSignal,
): Promise<Pieces> {
  const parts = bytes === undefined ? [] : [bytes]
  let have = bytes?.length ?? 0
  let size = bytes === undefined ? goal : sizeBytes
  while (have < Math.min(goal, size)) {
    const piece = await client.record.body({ hash, offset: have, length: maxPieceBytes }, { signal })
    const next = bytesOfBase64(piece.base64)
    have += next.length
    size = next.length === 0 ? have : piece.sizeBytes
    parts.push(next)
  }
  return { hash, sizeBytes: size, bytes: joinedBytes(parts) }
}
