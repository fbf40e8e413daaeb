// HTTP around a unary answer: does the status, the content type and the body fit each other and the binding?

import { mediaTypeOf } from '../../../media-type-of.ts'
import { headerOf } from '../../header-of.ts'
import { contentTypeShown, isObject, memberOf, shown } from '../../json-kinds.ts'
import type { Binding, JsonValue } from '../../model.ts'
import { isStreaming, type OperationKind } from '../../operation.ts'
import { note, type Report } from '../report.ts'
import type { Topic } from '../sections.ts'
import type { HttpFacts } from './http-facts.ts'
import { looksLikeError, looksLikeResult } from './rest-error.ts'
import { eventStream, noteStreamType } from './stream.ts'

export interface HttpContext {
  readonly operation: OperationKind | 'card'
  readonly binding: Binding
  readonly raw: JsonValue | undefined
}

export function checkHttp(report: Report, http: HttpFacts, context: HttpContext): void {
  if (http.byteOrderMark === true) {
    const section = sectionOf(context)
    note(report, 'PARLEY-HTTP-004', undefined, 'The body begins with a byte order mark.', { section })
  }
  if (http.invalidUtf8 === true) noteNotUtf8(report)
  checkBody(report, http, context)
  checkHeaders(report, http)
  if (context.operation !== 'card') checkEcho(report, http)
}

export function noteNotUtf8(report: Report): void {
  const message = 'The body is not valid UTF-8; unreadable bytes are shown as replacement characters.'
  note(report, 'PARLEY-HTTP-014', undefined, message)
}

function checkBody(report: Report, http: HttpFacts, context: HttpContext): void {
  const failed = http.status >= 400
  const severity = failed ? 'warning' : 'error'
  const details = { severity, section: sectionOf(context) } as const
  const came = `HTTP ${http.status} came with`
  switch (http.body) {
    case 'html':
      note(report, 'PARLEY-HTTP-001', undefined, `${came} an HTML page instead of JSON.`, details)
      return
    case 'text': {
      const message = `${came} text that isn’t JSON; ${contentTypeShown(http.contentType)}.`
      note(report, 'PARLEY-HTTP-002', undefined, message, details)
      return
    }
    case 'cut-json': {
      const hint = 'Send the whole document, with a `Content-Length` that fits.'
      const message = `${came} JSON that ends before it is complete.`
      note(report, 'PARLEY-HTTP-002', undefined, message, { ...details, hint })
      return
    }
    case 'broken-json': {
      const hint = 'Write the document with a JSON library, which quotes and escapes as JSON requires.'
      note(report, 'PARLEY-HTTP-002', undefined, `${came} JSON that cannot be parsed.`, { ...details, hint })
      return
    }
    case 'empty': {
      const nothingToSay = context.operation === 'push-delete' && context.binding !== 'JSONRPC'
      if (nothingToSay && !failed) return
      note(report, 'PARLEY-HTTP-011', undefined, `HTTP ${http.status} came without a body.`, details)
      return
    }
    case 'event-stream':
      if (!isStreaming(context.operation)) {
        const message = 'A call that doesn’t stream was answered with an event stream.'
        note(report, 'PARLEY-HTTP-006', undefined, message)
      } else if (mediaTypeOf(http.contentType) !== eventStream)
        noteStreamType(report, http.contentType, context.binding)
      return
    case 'json-lines':
      note(report, 'PARLEY-HTTP-007', undefined, 'The body is newline-delimited JSON.', {
        section: sectionOf(context),
      })
      return
    case 'json':
      checkJsonBody(report, http, context)
      return
  }
}

/** What the body should be is said by its binding, and of a card where cards are. */
function sectionOf({ operation, binding }: HttpContext): Topic {
  if (operation === 'card') return 'cards'
  const rpc = binding === 'JSONRPC'
  if (isStreaming(operation)) return rpc ? 'JSON-RPC stream' : 'REST stream'
  return rpc ? 'JSON-RPC' : 'REST'
}

function checkJsonBody(report: Report, http: HttpFacts, context: HttpContext): void {
  const type = mediaTypeOf(http.contentType)
  if (type !== 'application/json' && !type.endsWith('+json')) noteContentType(report, http, context)
  const { raw } = context
  const isRpc = isObject(raw) && Object.hasOwn(raw, 'jsonrpc')
  const failed = isObject(raw) && (isRpc ? isObject(memberOf(raw, 'error')) : looksLikeError(raw))
  if (isStreaming(context.operation) && !failed && http.status < 400) {
    note(report, 'PARLEY-HTTP-005', undefined, 'A streaming request got a single JSON response.')
  }
  const succeeded = isRpc
    ? !failed && Object.hasOwn(raw, 'result')
    : raw !== undefined && looksLikeResult(raw)
  if (succeeded && http.status >= 400) {
    note(report, 'PARLEY-HTTP-012', undefined, `A result came with HTTP ${http.status}.`)
  } else if (isRpc && http.status >= 400) {
    note(report, 'PARLEY-HTTP-008', undefined, `A JSON-RPC response came with HTTP ${http.status}.`)
  } else if (context.binding === 'HTTP+JSON' && failed && http.status < 300) {
    note(report, 'PARLEY-HTTP-012', undefined, `An error came with HTTP ${http.status}.`)
  }
}

function noteContentType(report: Report, http: HttpFacts, { operation, binding }: HttpContext): void {
  const rule =
    operation === 'card' ? 'PARLEY-HTTP-003' : binding === 'JSONRPC' ? 'JSONRPC-FMT-002' : 'HTTP_JSON-SVC-001'
  note(report, rule, undefined, `The body is JSON, but ${contentTypeShown(http.contentType)}.`)
}

function checkHeaders(report: Report, http: HttpFacts): void {
  if (http.headers === undefined) return
  if (http.status === 401 && headerOf(http.headers, 'www-authenticate') === undefined) {
    note(report, 'PARLEY-HTTP-009', undefined, 'HTTP 401 came without `WWW-Authenticate`.')
  }
}

/** The version that an answer says it is in, which only 1.0 has a header for (§3.6); a patch number does not count. */
export function checkEcho(
  report: Report,
  { headers, versionSent }: Pick<HttpFacts, 'headers' | 'versionSent'>,
): void {
  const echoed = headerOf(headers, 'a2a-version')
  if (echoed === undefined || versionSent === undefined || !report.version.startsWith('1.')) return
  if (minorOf(echoed) === minorOf(versionSent)) return
  const message = `The request’s \`A2A-Version\` is ${shown(versionSent)}, but the response’s is ${shown(echoed)}.`
  note(report, 'PARLEY-HTTP-010', undefined, message)
}

function minorOf(version: string): string {
  return /^\d+\.\d+(?=\.\d+$)/.exec(version.trim())?.[0] ?? version.trim()
}

/** 1.0 only: what a card is advised to be served with (§8.6.1). */
export function checkCardCaching(report: Report, http: HttpFacts): void {
  if (http.headers === undefined || http.status !== 200) return
  if (headerOf(http.headers, 'cache-control') === undefined) {
    note(report, 'CARD-CACHE-001', undefined, 'The card came without `Cache-Control`.')
  }
  if (headerOf(http.headers, 'etag') === undefined) {
    note(report, 'CARD-CACHE-002', undefined, 'The card came without `ETag`.')
  }
}
