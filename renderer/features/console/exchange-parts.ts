// The parts of an exchange, and bodies decoded by its dialect, with the same decoders as the projections.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { ExchangeDetailAnswer } from '#shared/contract/console.ts'
import type { EndEntry, FailureEntry, FrameEntry, RequestEntry, WebhookEntry } from '#shared/record/entry.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import type { CachedDecode } from '#shared/story/decode-cache.ts'
import { createReading } from '#shared/story/reading.ts'

export type ExchangeParts = ReturnType<typeof exchangePartsOf>

export function exchangePartsOf({ entries }: ExchangeDetailAnswer) {
  return {
    request: entries.find((entry) => entry.kind === 'request'),
    response: entries.findLast((entry) => entry.kind === 'response'),
    close: entries.find((entry) => entry.kind === 'end' || entry.kind === 'failure'),
    webhook: entries.find((entry) => entry.kind === 'webhook'),
    redirects: entries.filter((entry) => entry.kind === 'redirect'),
    notes: entries.filter((entry) => entry.kind === 'note'),
  }
}

export function decodeResponse(
  entry: EndEntry | FailureEntry | FrameEntry | WebhookEntry,
  request: RequestEntry | undefined,
  status: number | undefined,
  text: string,
): CachedDecode {
  if (entry.kind === 'failure') return { kind: 'nothing' }
  const reading = createReading({ dialectOf, bodies: () => text })
  return reading.answer(entry, request?.call, status)
}

/** The operation of a request; undefined when its dialect has no such operation. */
export function decodeRequest(request: RequestEntry, text: string): unknown {
  const call = wireCallOf(request, text)
  const operation = call && request.call.dialect && agentSideOf(request.call.dialect).decodeOperation(call)
  return operation ?? { kind: 'unreadable', reason: 'This isn’t an operation of its version.' }
}
