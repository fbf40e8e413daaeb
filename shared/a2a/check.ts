// The entry points of the rules: each takes what an agent sent and returns its findings. Without findings the result is always
// the same empty list; none throws on any JSON, and none returns more than 201 findings. Nothing here decodes: the raw JSON is
// judged, whatever a decoder makes of it.

import { formatCount } from '../format-count.ts'
import { maxParsedMembers, tooManyMembers } from '../json/parse-json.ts'
import { repeatedMember } from '../json/repeated-member.ts'
import { hasWideObject } from '../json/wide-object.ts'
import { type DialectId, type HeaderList, isOneZero } from './dialect.ts'
import type { Finding } from './finding.ts'
import { isObject, memberOf, named, shown, textOf } from './json-kinds.ts'
import type { Binding, JsonObject, JsonValue } from './model.ts'
import type { OperationKind } from './operation.ts'
import { checkCardInto, checkListed, mayBeCard, versionOfCard, withLeftOut } from './rules/card/check-card.ts'
import type { CardFacts, ListedAs } from './rules/card/context.ts'
import { missingCredentials, type SentWithout } from './rules/card/security.ts'
import { type AddressCall, type AddressOutcome, isAnswered, unansweredRule } from './rules/card/unanswered.ts'
import {
  type Check,
  createReport,
  findingsIn,
  inside,
  maxMembers,
  noFindings,
  note,
  notJudged,
  type Report,
} from './rules/report.ts'
import { noVersion } from './rules/sections.ts'
import type { ObjectBook } from './rules/shapes/book.ts'
import { objectBook, paramsBook, webhookBook } from './rules/shapes/books.ts'
import { checkCardCaching, checkEcho, checkHttp, noteNotUtf8 } from './rules/wire/http.ts'
import type { HttpFacts, StreamFacts } from './rules/wire/http-facts.ts'
import { checkEnvelope, type RequestId } from './rules/wire/json-rpc.ts'
import { checkHistory, checkIds, checkWaited, type RequestFacts } from './rules/wire/request-facts.ts'
import { checkRestError, looksLikeError, looksLikeResult } from './rules/wire/rest-error.ts'
import { checkStreamFacts } from './rules/wire/stream.ts'
import { checkListedTasks } from './rules/wire/task-page.ts'
import { checkWebhookHead, type WebhookCredentials } from './rules/wire/webhook.ts'

/** What is judged, as it was sent. */
interface Written {
  /** The JSON text, if available: an object in it may be too large to be judged. */
  readonly text?: string
}

export interface CardInput extends CardFacts, Written {
  readonly http?: HttpFacts
  /** How it arrived, unless as a file. */
  readonly binding?: Binding
  /** The version that the agent supports, for a document that is not a card and can’t state it. */
  readonly supported?: string
}

/** `raw` is undefined when the body was not JSON; then only `http` is judged. */
export function checkCard(raw: JsonValue | undefined, facts: CardInput = {}): readonly Finding[] {
  const { supported = noVersion } = facts
  const version = (raw === undefined ? undefined : versionOfCard(raw, facts)) ?? supported
  const tooWide = whyTooWide(facts)
  if (tooWide) return notJudged(version, tooWide)
  const report = createReport(version)
  if (facts.http !== undefined) {
    checkHttp(report, facts.http, { operation: 'card', binding: 'HTTP+JSON', raw: undefined })
    if (version.startsWith('1.')) checkCardCaching(report, facts.http)
  }
  // The body of an error is not a card; its HTTP has been judged.
  const refused = facts.http !== undefined && facts.http.status >= 400
  checkText(report, facts)
  if (raw !== undefined && !(refused && !(isObject(raw) && mayBeCard(raw)))) {
    checkCardInto(report, asWritten(raw, facts.binding), undefined, facts)
  }
  return findingsIn(report)
}

/** Where the entry of a catalog differs from the card in it. */
export function checkListing(card: JsonObject, listed: ListedAs): readonly Finding[] {
  const report = createReport(versionOfCard(card, {}) ?? noVersion)
  checkListed(report, card, listed)
  return findingsIn(report)
}

export interface AddressInput extends AddressCall {
  readonly url: string
  readonly cardUrl: string
  /** The likely address of the agent. */
  readonly substitute?: string | undefined
  readonly outcome: AddressOutcome
}

export function checkAddress({ outcome, ...input }: AddressInput): readonly Finding[] {
  if (isAnswered(input, outcome) !== false) return noFindings
  const report = createReport(objectBook(input.dialect, input.binding, input.minor).version)
  const names = `The card at ${input.cardUrl} names ${input.url} as its address, where nothing answered.`
  const { substitute } = input
  note(report, unansweredRule, undefined, substitute === undefined ? names : `${names} Try ${substitute}?`)
  return findingsIn(report)
}

/** A result in another form, where the agent refused the call in the form of its own version. */
export function checkForm({ dialect, binding, minor, operation, fault }: FormInput): readonly Finding[] {
  const report = createReport(objectBook(dialect, binding, minor).version)
  const section = operation === 'push-create' ? 'push set' : 'send'
  note(report, 'PARLEY-HTTP-015', undefined, fault, { section })
  return findingsIn(report)
}

interface FormInput extends Spoken {
  readonly operation: OperationKind
  readonly fault: string
}

interface AccessInput extends SentWithout {
  readonly card: Parameters<typeof missingCredentials>[0]
  /** Label of the call in the record. */
  readonly label: string
  readonly dialect: DialectId
  readonly binding: Binding
  readonly minor?: string
}

/** A result returned to a request without credentials. */
export function checkAccess({ card, label, ...sent }: AccessInput): readonly Finding[] {
  const required = missingCredentials(card, sent)
  if (required === undefined) return noFindings
  const report = createReport(objectBook(sent.dialect, sent.binding, sent.minor).version)
  const message = `${named(label)} without credentials returned a result, but the card requires ${required}.`
  note(report, 'AUTH-SERVER-002', undefined, message)
  return findingsIn(report)
}

interface Spoken extends Written {
  readonly dialect: DialectId
  readonly binding: Binding
  /** The exact 0.2 version, if the card states it. */
  readonly minor?: string
  /** The JSON-RPC id of the request, if available. */
  readonly requestId?: RequestId
  /** The request had no id. */
  readonly isNotification?: boolean
}

export interface ReplyInput extends Spoken {
  readonly operation: OperationKind
  /** The body as JSON; undefined when it was not. */
  readonly raw?: JsonValue | undefined
  readonly http?: HttpFacts
  readonly asked?: RequestFacts
}

export function checkReply(input: ReplyInput): readonly Finding[] {
  const { operation, dialect, binding, raw, http } = input
  const book = objectBook(dialect, binding, input.minor)
  const tooWide = whyTooWide(input)
  if (tooWide) return notJudged(book.version, tooWide)
  const report = createReport(book.version)
  if (http !== undefined) checkHttp(report, http, { operation, binding, raw })
  if (raw === undefined) return findingsIn(report)
  checkText(report, input)
  const result = resultCheck(book, input)
  if (binding === 'JSONRPC') checkRpcReply(report, raw, input, result)
  else if (http === undefined ? looksLikeError(raw) : http.status >= 400 && !looksLikeResult(raw)) {
    if (isOneZero(dialect)) checkRestError(report, raw, http?.status)
  } else result(report, raw, undefined)
  return findingsIn(report)
}

export interface RequestInput {
  readonly operation: OperationKind
  readonly dialect: DialectId
  readonly binding: Binding
  readonly minor?: string
  /** The `params` of a JSON-RPC request, the body of a REST one, the message of a gRPC one. */
  readonly params: JsonValue
}

/** A request, before or after it was sent: for hand-written requests, and to hold our own encoding to the shapes. */
export function checkRequest({
  operation,
  dialect,
  binding,
  minor,
  params,
}: RequestInput): readonly Finding[] {
  const report = createReport(objectBook(dialect, binding, minor).version)
  paramsBook(dialect, binding, minor)[operation]?.(report, params, undefined)
  return findingsIn(report)
}

export interface EventInput extends Spoken {
  readonly raw: JsonValue
}

export function checkEvent(input: EventInput): readonly Finding[] {
  const { dialect, binding, raw } = input
  const book = objectBook(dialect, binding, input.minor)
  const tooWide = whyTooWide(input)
  if (tooWide) return notJudged(book.version, tooWide)
  const report = createReport(book.version)
  checkText(report, input)
  if (binding === 'JSONRPC') {
    const { requestId, isNotification } = input
    checkEnvelope(report, raw, {
      requestId,
      isNotification,
      typedErrors: isOneZero(dialect),
      result: book.event,
    })
  } else if (isObject(raw) && isObject(memberOf(raw, 'error'))) {
    if (isOneZero(dialect)) checkRestError(report, raw, undefined)
  } else if (isOneZero(dialect) || !isNamedError(raw)) book.event(report, raw, undefined)
  return findingsIn(report)
}

/** Before 1.0, HTTP+JSON defines no form of errors: Java sends the name of its class with the message. */
function isNamedError(raw: JsonValue): boolean {
  return isObject(raw) && textOf(raw, 'error') !== undefined && textOf(raw, 'message') !== undefined
}

export interface StreamInput {
  readonly dialect: DialectId
  readonly binding: Binding
  readonly minor?: string
  readonly stream: StreamFacts
}

/** The framing of a stream as a whole; `checkEvent` judges its items, the sequence checker their order. */
export function checkStream({ dialect, binding, minor, stream }: StreamInput): readonly Finding[] {
  const report = createReport(objectBook(dialect, binding, minor).version)
  checkStreamFacts(report, stream, binding)
  checkEcho(report, stream)
  return findingsIn(report)
}

export interface WebhookInput extends Written {
  readonly dialect: DialectId
  readonly raw?: JsonValue | undefined
  readonly headers?: HeaderList
  readonly credentials?: WebhookCredentials
  /** Some of its bytes are not UTF-8. */
  readonly invalidUtf8?: boolean
}

export function checkWebhook(input: WebhookInput): readonly Finding[] {
  const { dialect, raw, headers, credentials } = input
  const book = webhookBook(dialect)
  const tooWide = whyTooWide(input)
  if (tooWide) return notJudged(book.version, tooWide)
  const report = createReport(book.version)
  checkWebhookHead(report, headers, credentials)
  if (input.invalidUtf8) noteNotUtf8(report)
  checkText(report, input)
  if (raw === undefined) note(report, 'PUSH-DELIVER-003', undefined, 'The body of the call isn’t JSON.')
  else book.webhook(report, raw, undefined)
  return findingsIn(report)
}

/** Content that parsing would lose. */
function checkText(report: Report, { text }: Written): void {
  const path = text === undefined ? undefined : repeatedMember(text)
  const name = path?.at(-1)
  if (path === undefined || name === undefined) return
  note(report, 'PARLEY-HTTP-013', path, `${named(name)} appears more than once in its object.`)
}

function whyTooWide({ text, raw }: Written & { readonly raw?: JsonValue | undefined }): string | undefined {
  if (raw === tooManyMembers) return `It has more than ${formatCount(maxParsedMembers)} members in all`
  const isWide = text !== undefined && hasWideObject(text, maxMembers)
  return isWide ? `An object has more than ${formatCount(maxMembers)} members` : undefined
}

function checkRpcReply(report: Report, raw: JsonValue, input: ReplyInput, result: Check): void {
  const { http, requestId, isNotification } = input
  // An answer of a gateway is judged by its HTTP only.
  const isResponse = isObject(raw) && (Object.hasOwn(raw, 'jsonrpc') || Object.hasOwn(raw, 'result'))
  if (http !== undefined && http.status >= 400 && !isResponse) {
    const message = `The body (HTTP ${http.status}) is JSON, but not a JSON-RPC response.`
    note(report, 'PARLEY-RPC-001', undefined, message, { severity: 'warning' })
    return
  }
  const typedErrors = isOneZero(input.dialect)
  checkEnvelope(report, raw, { requestId, isNotification, typedErrors, result })
}

function resultCheck(book: ObjectBook, input: ReplyInput): Check {
  switch (input.operation) {
    case 'send':
      return heldToRequest(book.send, input)
    case 'stream':
    case 'subscribe':
      return book.event
    case 'get':
    case 'cancel':
      return heldToRequest(book.task, input)
    case 'list':
      return listed(book, input)
    case 'push-create':
    case 'push-get':
      return heldToRequest(book.pushConfig, input)
    case 'push-list':
      return heldToRequest(book.pushPage, input)
    case 'push-delete':
      return deleted(book)
    case 'extended-card':
      return (report, raw, at) =>
        checkCardInto(report, asWritten(raw, input.binding), at, extendedCardFacts(input.dialect))
  }
}

function asWritten(card: JsonValue, binding: Binding | undefined): JsonValue {
  return binding === 'GRPC' ? withLeftOut(card) : card
}

function extendedCardFacts(dialect: DialectId): CardFacts {
  return dialect.startsWith('0.3') ? { protocolVersion: '0.3.0' } : {}
}

function heldToRequest(check: Check, { asked, dialect, operation }: ReplyInput): Check {
  if (asked === undefined) return check
  const isOne = isOneZero(dialect)
  return (report, raw, at) => {
    check(report, raw, at)
    const wrapped = isObject(raw) ? memberOf(raw, 'task') : undefined
    inside(report, at, () => {
      checkIds(report, raw, asked, operation, isOne)
      if (operation === 'send') checkWaited(report, raw, asked, dialect)
      if (!isOne) return
      if (isObject(wrapped)) inside(report, 'task', () => checkHistory(report, wrapped, asked))
      else if (isObject(raw)) checkHistory(report, raw, asked)
    })
  }
}

function listed(book: ObjectBook, { asked, dialect, binding }: ReplyInput): Check {
  return (report, raw, at) => {
    book.page?.(report, binding === 'GRPC' && isObject(raw) ? { ...emptyPage, ...raw } : raw, at)
    // Without the request, its answer cannot be held to it.
    if (isOneZero(dialect) && asked !== undefined)
      inside(report, at, () => checkListedTasks(report, raw, asked))
  }
}

/** Protobuf leaves out empty and zero members. */
const emptyPage: JsonObject = { tasks: [], nextPageToken: '', pageSize: 0, totalSize: 0 }

function deleted(book: ObjectBook): Check {
  return (report, raw, at) => {
    if (raw === null || (isObject(raw) && Object.keys(raw).length === 0)) return
    const expectedText = book.deleted === 'null' ? '`null`' : '`null` or `{}`'
    const message = `The result of deleting should be ${expectedText}, but is ${shown(raw)}.`
    note(report, 'PARLEY-OBJ-001', at, message, { severity: 'warning', hint: `Send ${expectedText}.` })
  }
}
