// An exchange as an entry of HAR 1.2, for browsers' network panels and other tools. The format has one body for a response, so
// a stream's body is its joined frames; `_frames` has each frame with its time, and other readers ignore it. `_resourceType`
// and `_eventSourceMessages` are Chrome's own: its panel shows events by them if the content type has no parameters, and treats
// a step that begins at 0 as absent.

import type * as Har from 'har-format'
import { headerOf } from '../a2a/header-of.ts'
import { defined } from '../defined.ts'
import type {
  EndEntry,
  Entry,
  FailureEntry,
  FrameEntry,
  RawHeaders,
  RequestEntry,
  ResponseEntry,
} from '../record/entry.ts'
import { utf8Bytes } from '../record/text-size.ts'
import type { SentBody } from './sent-request.ts'

interface HarFrame {
  /** Milliseconds since the request. */
  readonly atMs: number
  readonly framing: FrameEntry['framing']
  readonly raw: SentBody
}

interface EventSourceMessage {
  /** Seconds since 1970. */
  readonly time: number
  readonly eventName: string
  readonly eventId: string
  readonly data: string
}

/** Members with an underscore are Chrome's or ours. */
export interface HarEntry extends Omit<Har.Entry, 'request'> {
  readonly request: Omit<Har.Request, 'postData'> & { readonly postData?: PostData }
  readonly response: Har.Response & { readonly _error?: string }
  readonly timings: Record<'blocked' | 'dns' | 'connect' | 'ssl' | 'send' | 'wait' | 'receive', number>
  readonly _resourceType: 'fetch'
  readonly _eventSourceMessages?: readonly EventSourceMessage[]
  readonly _frames?: readonly HarFrame[]
  readonly _a2a?: {
    readonly dialect?: string
    readonly binding?: string
    readonly operation?: string
    readonly agentId?: string
  }
}

/** The format requires both `text` and `params`; its types allow one of them. */
interface PostData {
  readonly mimeType: string
  readonly text: string
  readonly params: readonly []
  readonly _encoding?: 'base64'
}

export interface HarParts {
  readonly request: RequestEntry
  readonly response?: ResponseEntry | undefined
  readonly close?: EndEntry | FailureEntry | undefined
  readonly frames: readonly FrameEntry[]
  readonly bodyOf: (body: NonNullable<RequestEntry['body']>) => SentBody
  readonly comment?: string | undefined
}

export function harEntryOf(parts: HarParts): HarEntry {
  const { request, response, close, frames, comment, bodyOf } = parts
  const { method, url, headers, call } = request
  const sent = request.decoded ?? request.body
  const version = `HTTP/${response?.connection?.httpVersion ?? '1.1'}`
  const received = response?.headers ?? []
  const { remoteAddress } = response?.connection ?? {}
  const frameLines = frames.map((frame) => ({
    atMs: frame.monoMs - request.monoMs,
    framing: frame.framing,
    raw: bodyOf(frame.framing === 'grpc' && frame.data ? frame.data : frame.raw),
  }))
  return {
    startedDateTime: new Date(request.at).toISOString(),
    time: endOf(parts),
    request: {
      method,
      url,
      httpVersion: version,
      cookies: [],
      headers: named(headers),
      queryString: queryOf(url),
      headersSize: -1,
      bodySize: request.body?.sizeBytes ?? 0,
      ...(sent && { postData: postData(bodyOf(sent), headers) }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: version,
      cookies: [],
      headers: named(received),
      content: contentOf(parts, frameLines, headerOf(received, 'content-type')),
      redirectURL: headerOf(received, 'location') ?? '',
      headersSize: -1,
      bodySize: close?.receivedBytes ?? -1,
      ...(close?.kind === 'failure' && { _error: `${close.failure}: ${close.message}` }),
    },
    cache: {},
    timings: timingsOf(parts),
    ...defined({ serverIPAddress: remoteAddress, comment }),
    _resourceType: 'fetch',
    ...(frames.some(({ framing }) => framing === 'sse') && { _eventSourceMessages: messagesOf(parts) }),
    ...(frameLines.length > 0 && { _frames: frameLines }),
    ...(call.dialect && {
      _a2a: {
        dialect: call.dialect,
        ...defined({ binding: call.binding, operation: call.operation }),
        ...(call.agentId && { agentId: call.agentId }),
      },
    }),
  }
}

/** Before the entries, which are separated by commas. */
export function harHead(version: string): string {
  const creator = JSON.stringify({ name: 'Parley', version })
  return `{"log":{"version":"1.2","creator":${creator},"pages":[],"entries":[`
}

export const harTail = ']}}'

function contentOf(
  { close, bodyOf }: HarParts,
  frames: readonly HarFrame[],
  mimeType: string | undefined,
): Har.Content {
  const type = /^text\/event-stream\b/i.exec(mimeType ?? '')?.[0] ?? (mimeType || 'x-unknown')
  if (frames.length > 0) {
    const text = frames.map(({ framing, raw }) => `${textIn(raw)}${framing === 'grpc' ? '\n' : ''}`).join('')
    return { size: utf8Bytes(text), mimeType: type, text }
  }
  if (close?.body === undefined) return { size: 0, mimeType: type }
  const body = bodyOf(close.body)
  const size = close.body.sizeBytes
  return body.kind === 'text'
    ? { size, mimeType: type, text: body.text }
    : { size, mimeType: type, text: body.base64, encoding: 'base64' }
}

function messagesOf({ request, frames, bodyOf }: HarParts): readonly EventSourceMessage[] {
  return frames.flatMap(({ framing, monoMs, event, id, data }) =>
    framing !== 'sse' || data === undefined
      ? []
      : [
          {
            time: (request.at + monoMs - request.monoMs) / 1000,
            eventName: event ?? 'message',
            eventId: id ?? '',
            data: textIn(bodyOf(data)),
          },
        ],
  )
}

function textIn(body: SentBody): string {
  return body.kind === 'text' ? body.text : body.base64
}

/** The format has no bytes in a request: they are base64, as `_encoding` states. */
function postData(body: SentBody, headers: RawHeaders): PostData {
  const mimeType = headerOf(headers, 'content-type') || 'application/octet-stream'
  return body.kind === 'text'
    ? { mimeType, text: body.text, params: [] }
    : { mimeType, text: body.base64, params: [], _encoding: 'base64' }
}

const shortestMs = 0.001

/** Each step from the end of the previous one; -1 where it did not happen. */
function timingsOf({ request, response, close }: HarParts): HarEntry['timings'] {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = response?.timings ?? {}
  const isNew = response?.connection?.reused === false
  const dns = isNew ? (dnsMs ?? -1) : -1
  const connectedMs = isNew ? (tlsMs ?? connectMs) : undefined
  const connected = connectedMs === undefined ? -1 : Math.max(0, connectedMs - Math.max(0, dns))
  const ssl = isNew && tlsMs !== undefined && connectMs !== undefined ? Math.max(0, tlsMs - connectMs) : -1
  const before = Math.max(0, dns) + Math.max(0, connected)
  const head = firstByteMs ?? (response === undefined ? undefined : response.monoMs - request.monoMs)
  const end = close === undefined ? head : close.monoMs - request.monoMs
  const wait = Math.max(0, (head ?? end ?? 0) - before)
  return {
    blocked: shortestMs,
    dns,
    connect: connected,
    ssl,
    send: 0,
    wait,
    receive: Math.max(0, (end ?? 0) - before - wait),
  }
}

/** The sum of its steps, as the format requires. */
function endOf(parts: HarParts): number {
  const { blocked, dns, connect, send, wait, receive } = timingsOf(parts)
  return [blocked, dns, connect, send, wait, receive].reduce((sum, step) => sum + Math.max(0, step), 0)
}

function named(headers: RawHeaders): Har.Header[] {
  return headers.map(([name, value]) => ({ name, value }))
}

function queryOf(url: string): Har.QueryString[] {
  const [, search = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? []
  return search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('=') }
    })
}

/** The entries of an exchange that a HAR contains. */
export function harPartsOf(
  entries: readonly Entry[],
): Pick<HarParts, 'response' | 'close' | 'frames'> & { readonly request: RequestEntry | undefined } {
  return {
    request: entries.find((entry) => entry.kind === 'request'),
    response: entries.findLast((entry) => entry.kind === 'response'),
    close: entries.find((entry) => entry.kind === 'end' || entry.kind === 'failure'),
    frames: entries.filter((entry) => entry.kind === 'frame'),
  }
}
