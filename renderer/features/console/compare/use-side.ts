// One side of a comparison: what was asked and answered, as far as it can be looked through at once.

import { useQuery } from '@tanstack/react-query'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { Body, RawHeaders } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { bytesOfBase64 } from '../../../ui/base64.ts'
import { partsOf } from '../exchange/index.ts'

export interface Side {
  readonly row: ExchangeRow
  readonly request: JsonValue
  readonly answer: JsonValue
  readonly headers: JsonValue
}

const longestBytes = 1_048_576
const mostFrames = 200

export function useSide(exchangeId: string) {
  const { client } = useEngine()
  return useQuery({
    queryKey: ['console', 'side', exchangeId],
    queryFn: ({ signal }) => readSide(client, exchangeId, signal),
  })
}

async function readSide(client: EngineClient, exchangeId: string, signal: AbortSignal): Promise<Side> {
  const detail = await client.console.exchange({ exchangeId }, { signal })
  const { request, response, close, webhook } = partsOf(detail)
  const asked = request?.decoded ?? request?.body ?? webhook?.body
  const frames =
    detail.row.frames === 0
      ? []
      : await client.console.frames({ exchangeId, offset: 0, limit: mostFrames }, { signal })
  const said = frames.filter(({ framing }) => framing !== 'sse-comment')
  const [only] = said
  const answers = await Promise.all(said.map((frame) => jsonOf(client, frame.data ?? frame.raw, signal)))
  const isUnary = request?.call.binding === 'GRPC' && said.length === 1 && only !== undefined
  return {
    row: detail.row,
    request: await jsonOf(client, asked, signal),
    answer:
      frames.length === 0
        ? await jsonOf(client, close?.body, signal)
        : isUnary
          ? (answers[0] ?? null)
          : answers,
    headers: Object.fromEntries(lowerCase(response?.headers ?? [])),
  }
}

function lowerCase(headers: RawHeaders): [string, string][] {
  return headers.map(([name, value]) => [name.toLowerCase(), value])
}

/** A body as JSON where it is JSON, else as its text. */
async function jsonOf(client: EngineClient, body: Body | undefined, signal: AbortSignal): Promise<JsonValue> {
  if (body === undefined) return null
  const text = body.text ?? (await fetchText(client, body, signal))
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function fetchText(client: EngineClient, { hash, base64 }: Body, signal: AbortSignal): Promise<string> {
  if (hash === undefined) return base64 ?? ''
  const piece = await client.record.body({ hash, offset: 0, length: longestBytes }, { signal })
  return new TextDecoder().decode(bytesOfBase64(piece.base64))
}
