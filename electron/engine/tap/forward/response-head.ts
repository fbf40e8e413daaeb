// Parses the head of an agent's response strictly (RFC 9112): ambiguous lengths are refused, as the next response on
// the connection could be taken for another request's.

import type { RawHeaders } from '#shared/record/entry.ts'
import { framingNamed } from './heads.ts'

export interface ReadHead {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  readonly framing: Framing
  /** The connection may be used for another request. */
  readonly isKept: boolean
}

export type Framing =
  | { readonly by: 'length'; readonly sizeBytes: number }
  | { readonly by: 'chunks' }
  | { readonly by: 'close' }

export class BadHttp extends Error {
  readonly code: `HPE_${string}`

  constructor(message: string, code: `HPE_${string}` = 'HPE_INVALID') {
    super(message)
    this.code = code
  }
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that no value may have.
const control = /[\0-\x08\x0a-\x1f\x7f]/

/** `text` is the head without the empty line, in Latin-1. */
export function readHead(text: string, method: string): ReadHead {
  const [first = '', ...lines] = text.split('\r\n')
  const [, minor, code, reason = ''] = /^HTTP\/1\.([01]) (\d{3})(?: (.*))?$/.exec(first) ?? []
  if (code === undefined || control.test(reason)) throw new BadHttp('Expected an HTTP/1.1 status line')
  const headers = lines.map(readField)
  const named = framingNamed(headers)
  if (named !== undefined) throw new BadHttp(`Connection names ${named}`)
  const status = Number(code)
  const connection = valuesOf(headers, 'connection').map((value) => value.toLowerCase())
  const framing = framingOf(status, method, headers)
  return {
    status,
    statusText: reason,
    headers,
    framing,
    isKept:
      framing.by !== 'close' &&
      !connection.includes('close') &&
      (minor === '1' || connection.includes('keep-alive')),
  }
}

function readField(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  const name = line.slice(0, colon)
  const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')
  if (colon < 1 || !token.test(name) || control.test(value)) throw new BadHttp('Invalid header field')
  return [name, value]
}

/** Trailers without the empty line after them. */
export function readFields(text: string): RawHeaders {
  return text === '' ? [] : text.split('\r\n').map(readField)
}

/** RFC 9112 §6.3. */
function framingOf(status: number, method: string, headers: RawHeaders): Framing {
  const codings = valuesOf(headers, 'transfer-encoding').map((value) => value.toLowerCase())
  const lengths = headers.filter(([name]) => name.toLowerCase() === 'content-length')
  const [length] = lengths
  if (codings.length > 0 && length) throw new BadHttp('Both Content-Length and Transfer-Encoding')
  if (lengths.length > 1 || (length && !/^\d{1,15}$/.test(length[1])))
    throw new BadHttp('Invalid Content-Length')
  if (codings.length > 0 && codings.indexOf('chunked') !== codings.length - 1)
    throw new BadHttp('Unknown Transfer-Encoding')
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { by: 'length', sizeBytes: 0 }
  if (codings.length > 0) return { by: 'chunks' }
  return length ? { by: 'length', sizeBytes: Number(length[1]) } : { by: 'close' }
}

function valuesOf(headers: RawHeaders, name: string): readonly string[] {
  return headers
    .filter(([each]) => each.toLowerCase() === name)
    .flatMap(([, value]) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
}
