// Interprets the response of an address where a card may be: the card's JSON, or why there is none.

import { readBodyError } from '#shared/a2a/agent-error.ts'
import type { CardInput } from '#shared/a2a/check.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { bodyFormOf } from '#shared/a2a/rules/wire/http-facts.ts'
import type { CardProblem } from '#shared/contract/card.ts'
import { maxCardBytes } from '#shared/contract/constants.ts'
import { defined } from '#shared/defined.ts'
import { objectOf } from '#shared/json/parse-json.ts'
import { shorten } from '#shared/shorten.ts'
import type { RawOutcome, WireFailure } from '../wire/wire.ts'
import { notACard, readJson } from './read-json.ts'

// Of a response from which the kind of server is recognized; the response is on the wire.
export const maxJudgedChars = 4_096

/** Detected by the older transport's response: a stream whose first event names an address to post to. */
export const mcpProblem: CardProblem = {
  kind: 'mcp-server',
  sentence:
    'This is an MCP server: it offers tools to a model, not an agent to talk to. Open it in an MCP client, or type the address of the agent that uses it.',
}

// Text of a page that is searched.
const maxSearched = 64 * 1024

const plainCodes = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_RECORD_LAYER_FAILURE',
  'EPROTO',
])

export type CardResponse =
  | {
      readonly kind: 'card'
      readonly raw: JsonValue
      readonly url: string
      readonly facts: CardInput
      readonly asSigned: JsonValue
    }
  | {
      readonly kind: 'problem'
      readonly problem: CardProblem
      readonly status?: number
      /** The complete response. */
      readonly answered?: Answered
    }

/** `asSent` is the unmasked body: only for signatures, which cover it. */
export function readCardResponse(
  outcome: RawOutcome,
  asSent: Uint8Array | undefined,
  url: string,
  versionSent: string | undefined,
): CardResponse {
  if (outcome.kind === 'failure') return { kind: 'problem', problem: problemOfFailure(outcome.failure, url) }
  if (outcome.kind === 'stream') return eventStream(outcome.httpStatus)
  const { status, headers } = outcome
  const text = decodeText(outcome.body)
  const reading = readJson(text)
  const json = reading.kind === 'json' ? reading.raw : undefined
  const answered = { status, text, json, header: (name: string) => headerOf(headers, name) }
  const missing = (problem: CardProblem) => ({ kind: 'problem', problem, status, answered }) as const
  // Requests for credentials and server errors take precedence over the kind of server.
  if (status !== 200) {
    const isPlain = ![401, 403, 407].includes(status) && status < 500
    return missing((isPlain ? whatItIs(answered) : undefined) ?? problemOfStatus(answered, url))
  }
  if (reading.kind === 'problem') return missing(whatItIs(answered) ?? reading.problem)
  const problem = notACard(reading.raw)
  if (problem !== undefined) return missing(whatItIs(answered) ?? problem)
  const http = {
    status,
    contentType: headerOf(headers, 'content-type'),
    body: bodyFormOf(text, true),
    byteOrderMark: text.charCodeAt(0) === 0xfeff,
    headers,
    ...defined({ versionSent }),
  }
  const unmasked = asSent === undefined ? reading : readJson(decodeText(asSent))
  const asSigned = unmasked.kind === 'json' ? unmasked.raw : reading.raw
  return { kind: 'card', raw: reading.raw, url, facts: { url, text, http }, asSigned }
}

export function eventStream(status: number): CardResponse {
  const sentence = 'The answer is a stream of events, not a card.'
  return { kind: 'problem', problem: { kind: 'not-a-card', sentence }, status }
}

/** For the list of attempts, where a sentence does not fit. */
export function outcomeOf(response: CardResponse): string {
  if (response.kind === 'card') return '200, an agent card'
  const { problem, status } = response
  if (status === undefined) return problem.sentence
  if (status !== 200 && problem.kind === 'mcp-server') return `${status}, an MCP server`
  return status === 200 ? `200, ${brief[problem.kind] ?? 'not an agent card'}` : `${status}`
}

const brief: Readonly<Partial<Record<CardProblem['kind'], string>>> = {
  empty: 'empty body',
  html: 'an HTML page',
  truncated: 'truncated JSON',
  'not-json': 'not JSON',
  'not-a-card': 'not an agent card',
  'too-deep': 'a card that is nested too deep',
  'mcp-server': 'an MCP server',
  openapi: 'an OpenAPI document',
  login: 'a login page',
}

function problemOfFailure(failure: WireFailure, url: string): CardProblem {
  switch (failure.failure) {
    case 'too-large':
      return {
        kind: 'too-large',
        sentence: `The answer is larger than ${maxCardBytes / 1024 / 1024} MB: Parley stopped reading. No client accepts such a card; what arrived is on the record.`,
      }
    case 'redirect':
      return { kind: 'redirect', sentence: failure.message }
    case 'address':
      return { kind: 'address', sentence: failure.message }
    case 'connect-timeout':
    case 'first-byte-timeout':
    case 'idle-timeout':
      return {
        kind: 'timeout',
        sentence: `${failure.message} If the server is just slow, give it longer under Connection settings.`,
      }
    case 'aborted':
      return { kind: 'stopped', sentence: failure.message }
    default: {
      const instead = otherScheme(failure, url)
      const notListening = failure.failure === 'refused' && ({ notListening: true } as const)
      return { kind: 'unreachable', sentence: failure.message, ...notListening, ...defined({ instead }) }
    }
  }
}

function problemOfStatus({ status, text, header }: Answered, url: string): CardProblem {
  const challenge = header('www-authenticate')
  if (
    status === 400 &&
    url.startsWith('http:') &&
    /\bHTTPS\b.{0,20}(?:server|port)/i.test(text.slice(0, maxJudgedChars))
  ) {
    const sentence = `The server uses TLS on this port${words(text, status)}`
    return { kind: 'refused', sentence, instead: withScheme(url, 'https') }
  }
  if (status === 401 || status === 407) {
    const text =
      challenge === undefined
        ? 'It does not say which: WWW-Authenticate is missing.'
        : `It asks for ${shorten(challenge)}.`
    const sentence = `The server requires credentials before it shows its card (${status}). ${text}`
    return { kind: 'needs-credentials', sentence, ...defined({ challenge }) }
  }
  if (status === 403) {
    const text =
      challenge === undefined ? 'It does not say what would help.' : `It asks for ${shorten(challenge)}.`
    const sentence = `The card exists, but access is refused (403). ${text} Other credentials may be allowed.`
    return { kind: 'forbidden', sentence, ...defined({ challenge }) }
  }
  if (status === 404 || status === 410)
    return { kind: 'not-found', sentence: `Nothing is there (${status}).` }
  if (status === 304) {
    const sentence =
      'The server answered 304, “not modified”, to a reader who has nothing stored. A cache on the way may be at fault; reload bypassing caches.'
    return { kind: 'not-modified', sentence }
  }
  if (status >= 500) {
    return {
      kind: 'server-error',
      sentence: `The server broke when asked for the card (${status})${words(text, status)}`,
    }
  }
  return {
    kind: 'refused',
    sentence: `The server answered ${status} instead of a card${words(text, status)}`,
  }
}

/** Of the server's own message in a sentence; the response is on the wire. */
const maxAnswerWordsChars = 300

/** The end of the sentence: the server's own message, if any. */
function words(text: string, status: number): string {
  const { message } = readBodyError(text, status)
  return message === '' ? '.' : `: “${shorten(message, maxAnswerWordsChars)}”`
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

// Detects http instead of TLS, and vice versa, by the failure.

/** The probable address; undefined without a sign. */
function otherScheme({ failure, code, notUnderstood }: WireFailure, url: string): string | undefined {
  if (url.startsWith('https:')) {
    return failure === 'tls' && plainCodes.has(code ?? '') ? withScheme(url, 'http') : undefined
  }
  // A TLS alert in response to plain text, or no response.
  const isAlert = notUnderstood?.startsWith('\u0015\u0003') === true
  return isAlert || failure === 'reset' ? withScheme(url, 'https') : undefined
}

export function withScheme(url: string, scheme: 'http' | 'https'): string {
  return url.replace(/^https?:/i, `${scheme}:`)
}

// Recognizes servers that are no A2A agents by their response, with advice. Makes no requests.

interface Answered {
  readonly status: number
  readonly text: string
  /** Undefined if the text is no JSON. */
  readonly json: JsonValue | undefined
  readonly header: (name: string) => string | undefined
}

/** Undefined if it is not recognized. */
function whatItIs(answered: Answered): CardProblem | undefined {
  return mcpServer(answered) ?? openApi(answered) ?? page(answered)
}

/** Streamable HTTP refuses a plain GET in JSON-RPC or names its session; server cards and OAuth metadata name the protocol. */
function mcpServer({ status, text, json, header }: Answered): CardProblem | undefined {
  const inHead = header('mcp-session-id') !== undefined || header('mcp-protocol-version') !== undefined
  const refusal = objectOf(json) ?? {}
  const inRefusal =
    status >= 400 &&
    refusal['jsonrpc'] === '2.0' &&
    /text\/event-stream|session|method not allowed/i.test(text.slice(0, maxJudgedChars))
  const inCard = 'serverInfo' in refusal || ('remotes' in refusal && 'packages' in refusal)
  return inHead || inRefusal || inCard ? mcpProblem : undefined
}

function openApi({ json }: Answered): CardProblem | undefined {
  const { openapi, swagger, info, paths } = objectOf(json) ?? {}
  if (typeof openapi !== 'string' && typeof swagger !== 'string') return undefined
  const title = objectOf(info)?.['title']
  const named = typeof title === 'string' && title !== '' ? `, “${shorten(title)}”,` : ''
  const count = Object.keys(objectOf(paths) ?? {}).length
  return {
    kind: 'openapi',
    sentence: `This is an HTTP API described by OpenAPI${named} with ${count} ${count === 1 ? 'path' : 'paths'}, none of them an agent card. Type the address of the card itself, if it has one.`,
  }
}

function page({ text, header }: Answered): CardProblem | undefined {
  const type = header('content-type') ?? ''
  const start = text.slice(0, maxSearched)
  if (!/^\s*<(?:!doctype html|html|head|body|h1|title)\b/i.test(start) && !/text\/html/i.test(type))
    return undefined
  const title = /<title(?:\s[^<>]*)?>([^<]{1,200})/i.exec(start)?.[1]?.trim() ?? ''
  const named = title === '' ? '' : ` (“${title}”)`
  if (/type\s*=\s*["']?password/i.test(start)) {
    return {
      kind: 'login',
      sentence: `The server answers with a login page${named}, not a card. Sign in to it elsewhere and set the token or cookie it gives under Access.`,
    }
  }
  return {
    kind: 'html',
    sentence: `The answer is an HTML page, not a card: this is a web site${named}, or an application that answers every path alike. Type the address of the agent behind it.`,
  }
}
