// HTTP of a unary answer: whether status, content type and body fit each other and the binding.

import { faultShown } from '../../../json/json-fault.ts'
import { mediaTypeOf } from '../../../media-type.ts'
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
  const body = `The body (HTTP ${http.status})`
  switch (http.body) {
    case 'html':
      note(report, 'PARLEY-HTTP-001', undefined, `${body} is an HTML page, not JSON.`, details)
      return
    case 'text': {
      const message = `${body} is text, not JSON; ${contentTypeShown(http.contentType)}.`
      note(report, 'PARLEY-HTTP-002', undefined, message, details)
      return
    }
    case 'cut-json':
    case 'broken-json':
      noteBrokenJson(report, http, context)
      return
    case 'empty': {
      const mayBeEmpty = context.operation === 'push-delete' && context.binding !== 'JSONRPC'
      if (mayBeEmpty && !failed) return
      note(report, 'PARLEY-HTTP-011', undefined, `${body} is empty.`, details)
      return
    }
    case 'event-stream':
      if (!isStreaming(context.operation)) {
        const message = 'A request that doesn’t stream got an event stream as its response.'
        note(report, 'PARLEY-HTTP-006', undefined, message)
      } else if (mediaTypeOf(http.contentType) !== eventStream)
        noteStreamType(report, http.contentType, context.binding)
      return
    case 'json-lines':
      if (isStreaming(context.operation)) {
        note(report, 'PARLEY-HTTP-007', undefined, 'The body is newline-delimited JSON.', {
          section: sectionOf(context),
        })
      } else noteBrokenJson(report, http, context)
      return
    case 'json':
      checkJsonBody(report, http, context)
      return
  }
}

function noteBrokenJson(report: Report, { status, body, fault }: HttpFacts, context: HttpContext): void {
  const what = context.operation === 'card' ? 'card' : 'response'
  const isMore = fault === undefined ? body === 'json-lines' : fault.kind === 'more' || fault.kind === 'again'
  const why = fault === undefined ? '' : `: ${faultShown(fault)}`
  const broken = isMore ? `has more than the ${what}` : 'can’t be parsed as JSON'
  const hint = isMore
    ? 'Serve one JSON object, with nothing after it.'
    : body === 'cut-json'
      ? 'Send the whole document, with a `Content-Length` that fits.'
      : 'Write the document with a JSON library, which quotes and escapes as JSON requires.'
  const severity = status >= 400 ? 'warning' : 'error'
  const details = { severity, section: sectionOf(context), hint } as const
  note(report, 'PARLEY-HTTP-002', undefined, `The body (HTTP ${status}) ${broken}${why}.`, details)
}

/** The binding specifies the body, and for cards the section about cards. */
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
    note(
      report,
      'PARLEY-HTTP-012',
      undefined,
      `The body is a result, but the HTTP status is ${http.status}.`,
      {
        hint: 'Send a result with HTTP status 200.',
      },
    )
  } else if (isRpc && http.status >= 400) {
    const message = `The body is a JSON-RPC response, but the HTTP status is ${http.status}.`
    note(report, 'PARLEY-HTTP-008', undefined, message)
  } else if (context.binding === 'HTTP+JSON' && failed && http.status < 300) {
    note(
      report,
      'PARLEY-HTTP-012',
      undefined,
      `The body is an error, but the HTTP status is ${http.status}.`,
      {
        hint: 'Send an error with its HTTP status of 4xx or 5xx.',
      },
    )
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
    note(report, 'PARLEY-HTTP-009', undefined, 'The response has HTTP status 401, but no `WWW-Authenticate`.')
  }
}

/** The version that an answer states; only 1.0 has a header for it (§3.6), and a patch number does not count. */
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

/** 1.0 only: recommended headers of a card (§8.6.1). */
export function checkCardCaching(report: Report, http: HttpFacts): void {
  if (http.headers === undefined || http.status !== 200) return
  if (headerOf(http.headers, 'cache-control') === undefined) {
    note(report, 'CARD-CACHE-001', undefined, 'The card has no `Cache-Control`.')
  }
  if (headerOf(http.headers, 'etag') === undefined) {
    note(report, 'CARD-CACHE-002', undefined, 'The card has no `ETag`.')
  }
}
