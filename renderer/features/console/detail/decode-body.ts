// What the dialect of an exchange makes of a body, for reading beside the bytes. The same readers as the projections'.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { HeaderList, WireCall } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { EndEntry, FailureEntry, FrameEntry, RequestEntry, WebhookEntry } from '#shared/record/entry.ts'
import { type Answer, createReading } from '#shared/record/reading.ts'

export function decodeAnswer(
  entry: EndEntry | FailureEntry | FrameEntry | WebhookEntry,
  request: RequestEntry | undefined,
  status: number | undefined,
  text: string,
): Answer {
  if (entry.kind === 'failure') return { kind: 'nothing' }
  const reading = createReading({ dialectOf, bodies: () => text })
  return reading.answer(entry, request?.call, status)
}

/** The operation a request asks for; undefined when it is none of its dialect's. */
export function decodeRequest(request: RequestEntry, text: string): unknown {
  const call = wireCallOf(request, text)
  const operation = call && request.call.dialect && agentSideOf(request.call.dialect).decodeOperation(call)
  return operation ?? { kind: 'unreadable', reason: 'This is none of the operations of its version.' }
}

/** What went over the wire as the dialects write it; undefined when it is not written so. */
export function wireCallOf({ call, method, url }: RequestEntry, text: string): WireCall | undefined {
  const headers: HeaderList = []
  const json = parsed(text)
  switch (call.binding) {
    case 'JSONRPC': {
      const { method: name, params } = objectOf(json) ?? {}
      if (typeof name !== 'string') return undefined
      const members = objectOf(params)
      return {
        binding: 'JSONRPC',
        method: name,
        ...(members && { params: members }),
        headers,
        streaming: false,
      }
    }
    case 'GRPC':
      return {
        binding: 'GRPC',
        service: '',
        method: call.label.split('/').at(-1) ?? call.label,
        message: objectOf(json) ?? {},
        headers,
        streaming: false,
      }
    case 'HTTP+JSON': {
      const target = URL.parse(url)
      if (!target || (method !== 'GET' && method !== 'POST' && method !== 'DELETE')) return undefined
      const body = objectOf(json)
      const query = [...target.searchParams]
      return {
        binding: 'HTTP+JSON',
        verb: method,
        path: target.pathname,
        query,
        ...(body && { body }),
        headers,
        streaming: false,
      }
    }
    default:
      return undefined
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}
