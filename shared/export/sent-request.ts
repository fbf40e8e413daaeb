// A complete request, to send again or write for another program.

import { secretMarkPattern } from '../record/credential-names.ts'
import type { CallFacts, RawHeaders } from '../record/entry.ts'

export interface SentRequest {
  readonly exchangeId: string
  readonly call: CallFacts
  readonly method: string
  readonly url: string
  /** Without those that every client sets itself. */
  readonly headers: RawHeaders
  readonly body?: SentBody
  /** A client certificate was available: programs get the names of files for it. */
  readonly clientCertificate?: true
  /** The ProtoJSON of a gRPC message. */
  readonly message?: string
}

/** As text when the bytes are UTF-8. */
export type SentBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly base64: string }

/** Files in PEM where a program finds the client certificate. */
export const certificateFile = 'client-cert.pem'
export const keyFile = 'client-key.pem'

/** Set by the client that sends the request. */
const managed: ReadonlySet<string> = new Set(['host', 'connection', 'content-length'])

/** Other names may be from an imported file, and some programs read them as options or file names. */
const sendable = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

export function chosenHeaders(headers: RawHeaders): RawHeaders {
  return headers.filter(([name]) => sendable.test(name) && !managed.has(name.toLowerCase()))
}

/** Replaces a secret that is left out. */
export const leftOut = '<secret>'

/** Returns the value behind a mark; undefined when it is unknown, or must be left out. */
export type Reveal = (secretId: string) => string | undefined

export interface Revealed {
  readonly request: SentRequest
  readonly hidden: number
}

/** The request with its secrets restored, each spelled for its place. */
export function revealed(request: SentRequest, reveal: Reveal): Revealed {
  let hidden = 0
  const put = (text: string, spell: (value: string) => string): string =>
    text.replace(secretMarkPattern, (_, id: string) => {
      const value = reveal(id)
      if (value !== undefined) return spell(value)
      hidden += 1
      return leftOut
    })
  const plain = (value: string) => value
  const { body } = request
  return {
    request: {
      ...request,
      url: put(request.url, encodeURIComponent),
      headers: request.headers.map(([name, value]) => [name, put(value, plain)] as const),
      ...(body?.kind === 'text' && { body: { ...body, text: put(body.text, inJson) } }),
      ...(request.message !== undefined && { message: put(request.message, inJson) }),
    },
    hidden,
  }
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

export function sentText({ body, message }: Pick<SentRequest, 'body' | 'message'>): string {
  return message ?? (body?.kind === 'text' ? body.text : '')
}
