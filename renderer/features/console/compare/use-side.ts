// One side of a comparison: request and answer, up to a bound.

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { JsonValue } from '#shared/a2a/model.ts'
import { maxPieceBytes } from '#shared/bounded.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { Body } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useExchange } from '../../../record/use-exchange.ts'
import { bytesOfBase64 } from '../../../ui/base64.ts'
import { decodeResponse, exchangePartsOf } from '../exchange-parts.ts'

/** Frames of each side of a comparison, which reports that there are more. */
export const maxComparedFrames = 200

export function useSide(exchangeId: string) {
  const { client } = useEngine()
  const query = useQuery({
    queryKey: ['console', 'side', exchangeId],
    queryFn: ({ signal }) => readSide(client, exchangeId, signal),
    // It may have grown since it was read.
    staleTime: 0,
  })
  const { data, isFetching, isError, refetch } = query
  const grown = useExchange(exchangeId).data?.version ?? 0
  const isBehind = data !== undefined && data.version < grown && !isFetching && !isError
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch])
  return query
}

export type Side = Awaited<ReturnType<typeof readSide>>

async function readSide(client: EngineClient, exchangeId: string, signal: AbortSignal) {
  const detail = await client.console.exchange({ exchangeId }, { signal })
  const { request, response, close, webhook } = exchangePartsOf(detail)
  const sent = request?.decoded ?? request?.body ?? webhook?.body
  const frames =
    detail.row.frames === 0
      ? []
      : await client.console.frames({ exchangeId, offset: 0, limit: maxComparedFrames }, { signal })
  const texts = frames.filter(({ framing }) => framing !== 'sse-comment')
  const loaded = new Map<string, string>()
  const textOf = async (body: Body | undefined): Promise<string> => {
    const text = await readText(client, body, signal)
    if (body?.hash !== undefined) loaded.set(body.hash, text)
    return text
  }
  const answers = await Promise.all(texts.map((frame) => textOf(frame.data ?? frame.raw)))
  const isUnary = request?.call.binding === 'GRPC' && answers.length === 1
  const body = await textOf(close?.body)
  const decoded = (entry: Parameters<typeof decodeResponse>[0], text: string) =>
    decodeResponse(entry, request, response?.status, text)
  const hasFrames = frames.length > 0
  const meanings = hasFrames
    ? texts.map((frame, index) => decoded(frame, answers[index] ?? ''))
    : close
      ? [decoded(close, body)]
      : []
  const requestText = await textOf(sent)
  const figures = await readFigures(client, detail.row, signal)
  const entries = [...detail.entries, ...frames].toSorted((one, other) => one.seq - other.seq)
  // The fold is loaded for comparisons only.
  const { responseTexts: answerTexts } = await import('./response-texts.ts')
  return {
    row: detail.row,
    /** How far the exchange had progressed. */
    version: detail.version,
    ...answerTexts(entries, (hash) => loaded.get(hash)),
    figures,
    request: jsonOf(requestText),
    answer: hasFrames ? listed(answers.map(jsonOf), isUnary) : jsonOf(body),
    /** The answer, decoded by its own dialect. */
    meaning: listed(
      meanings.map((meaning) => jsonOf(JSON.stringify(meaning))),
      isUnary || !hasFrames,
    ),
    requestHeaders: (request ?? webhook)?.headers ?? [],
    responseHeaders: response?.headers ?? [],
    /** Only part of it was read. */
    part:
      detail.row.frames > maxComparedFrames ||
      [sent, close?.body, ...texts.map(({ data, raw }) => data ?? raw)].some(isLong),
  }
}

/** Figures of its task, if it began with this request: later ones count from the first. */
async function readFigures(client: EngineClient, row: ExchangeRow, signal: AbortSignal) {
  const { taskId, agentId, startedAt } = row
  if (taskId === undefined) return undefined
  const task = { taskId, ...defined({ agentId }) }
  const { outline } = await client.timeline.outline({ task, filter: {}, version: 0, waitMs: 0 }, { signal })
  return outline.startedAt === startedAt ? outline.figures : undefined
}

function isLong(body: Body | undefined): boolean {
  return body !== undefined && body.sizeBytes > maxPieceBytes
}

/** A unary gRPC answer is one frame. */
function listed(values: readonly JsonValue[], isUnary: boolean): JsonValue {
  return isUnary ? (values[0] ?? null) : values
}

/** As JSON if possible, else as text. */
function jsonOf(text: string): JsonValue {
  const parsed = text === '' ? null : parsedJson(text)
  return parsed === undefined ? text : parsed
}

async function readText(client: EngineClient, body: Body | undefined, signal: AbortSignal): Promise<string> {
  if (body?.text !== undefined) return body.text
  if (body?.hash === undefined) return body?.base64 ?? ''
  const piece = await client.record.body({ hash: body.hash, offset: 0, length: maxPieceBytes }, { signal })
  return new TextDecoder().decode(bytesOfBase64(piece.base64))
}
