// A request as it went out, whole: what can be sent again or written down for another program.

import { secretMarkPattern } from '../record/credential-names.ts'
import type { CallFacts, RawHeaders } from '../record/entry.ts'

export interface SentRequest {
  readonly exchangeId: string
  readonly call: CallFacts
  readonly method: string
  readonly url: string
  /** Without those that every client writes for itself. */
  readonly headers: RawHeaders
  readonly body?: SentBody
  /** A client certificate was there to be shown: programs are given the names of files for it. */
  readonly clientCertificate?: true
  /** The ProtoJSON of a gRPC message. */
  readonly message?: string
}

/** The bytes: as text when they are UTF-8. */
export type SentBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly base64: string }

/** Where a program that is given the request finds the client certificate, in PEM. */
export const certificateFile = 'client-cert.pem'
export const keyFile = 'client-key.pem'

/** Written anew by whoever sends the request. */
const managed: ReadonlySet<string> = new Set(['host', 'connection', 'content-length'])

/** Of a file others may be told, and to some programs they are options or the names of files. */
const sendable = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

export function chosenHeaders(headers: RawHeaders): RawHeaders {
  return headers.filter(([name]) => sendable.test(name) && !managed.has(name.toLowerCase()))
}

/** What stands for a secret where it is not told. */
export const leftOut = '<secret>'

/** Gives the value behind a mark; undefined when it is not known, or not to be told. */
export type Reveal = (secretId: string) => string | undefined

export interface Revealed {
  readonly request: SentRequest
  /** Places where a secret stood and is not told. */
  readonly hidden: number
}

/** The request with its secrets in their places, each spelled as its place wants it. */
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
