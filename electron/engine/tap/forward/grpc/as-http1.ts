// A call over HTTP/2 that is none of gRPC's, as a call over HTTP/1.1: the agent is called over HTTP/1.1 whatever its caller speaks. Node
// has requests and responses of HTTP/2 that are used as those of HTTP/1.1; their heads alone differ (RFC 9113 §8.2.2, §8.3).

import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  Http2ServerRequest,
  Http2ServerResponse,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { rawPairs } from '../../../raw-pairs.ts'
import { endToEnd } from '../heads.ts'
import { byName, withoutPseudo } from './stream-heads.ts'

export interface AsHttp1 {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export function asHttp1(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, head: RawHeaders): AsHttp1 {
  const request = new Http2ServerRequest(stream, headers, {}, [])
  const response = new ResponseAsHttp1(stream)
  const host = headerOf(head, ':authority') ?? headerOf(head, 'host') ?? ''
  const own = withoutPseudo(head).filter(([name]) => name !== 'host')
  const length = headerOf(head, 'content-length')
  const isWhole = stream.readableEnded || stream.endAfterHeaders
  // A body without a length needs chunks, which HTTP/2 has no word for.
  const chunked = length === undefined && !isWhole ? [['transfer-encoding', 'chunked'] as const] : []
  const pairs: RawHeaders = [['host', host], ...own, ...chunked]
  Object.defineProperties(request, {
    rawHeaders: { value: pairs.flat() },
    headers: { value: { ...headers, host } },
    // One for the whole connection.
    socket: { value: stream.session?.socket ?? request.socket },
  })
  // Node's own throws where it is written to.
  Object.defineProperty(response, 'socket', { value: stream })
  // Of what they differ in, nothing is used by those who get them.
  return {
    request: request as unknown as IncomingMessage,
    response: response as unknown as ServerResponse,
  }
}

class ResponseAsHttp1 extends Http2ServerResponse {
  /** The phrase of a status isn't said in HTTP/2. */
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const given: readonly string[] = rest.find((each) => Array.isArray(each)) ?? []
    return super.writeHead(status, forHttp2(given))
  }

  override addTrailers(given: OutgoingHttpHeaders): void {
    super.addTrailers(Array.isArray(given) ? byName(given) : given)
  }
}

function forHttp2(flat: readonly string[]): OutgoingHttpHeaders {
  return byName(endToEnd(rawPairs(flat)).filter(([name]) => !/^transfer-encoding$/i.test(name)))
}
