// Decodes an agent's responses by the dialect it should speak, once, as they are recorded. Nothing here throws or is
// refused: an item that can't be decoded is `unreadable` on the call, and is recorded as it arrived.

import { isUtf8 } from 'node:buffer'
import { readTextError } from '#shared/a2a/agent-error.ts'
import type { Decoded, Dialect, DialectId, Result } from '#shared/a2a/dialect.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { ArtifactUpdate, Binding, JsonValue, Update } from '#shared/a2a/model.ts'
import { createNextEvent, type EventRead } from '#shared/a2a/next-event.ts'
import { isStreaming, type OperationKind } from '#shared/a2a/operation.ts'
import { rules } from '#shared/a2a/rules/registry.ts'
import type { StreamEnd } from '#shared/a2a/rules/sequence/observation.ts'
import type { PushCall } from '#shared/a2a/rules/sequence/push-configs.ts'
import type { StreamFacts } from '#shared/a2a/rules/wire/http-facts.ts'
import type { RequestId } from '#shared/a2a/rules/wire/json-rpc.ts'
import type { RequestFacts } from '#shared/a2a/rules/wire/request-facts.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import { faultShown, jsonFaultIn } from '#shared/json/json-fault.ts'
import { hasUnseenBefore, jsonIn } from '#shared/json/parse-json.ts'
import type { CallFacts } from '#shared/record/entry.ts'
import type { SentJson } from '../echoes.ts'
import { factsOfReply, factsOfUpdate, taskOfResult, updatedTask } from './exchange-facts.ts'
import type { WireFailure } from './failure.ts'
import type { FramingFacts } from './framing-facts.ts'
import type { ResponseHead } from './http.ts'
import type { ItemReading, ResponseReader } from './item-reading.ts'
import { fewestPieces, piecesIn } from './stream-frames.ts'

/** The wire decodes with a dialect and never encodes: what it is given is what it sends and records. */
export type ReadingDialect = Omit<Dialect, 'encode'>

export interface ExchangeFacts {
  readonly exchangeId: string
  readonly sessionId?: string
  readonly call: CallFacts
  readonly url: string
  /** Of an operation: the URL of its interface, without the path of a REST call. */
  readonly interfaceUrl?: string
  /** The JSON-RPC id that responses must carry. */
  readonly requestId?: RequestId
  readonly isNotification?: true
  /** The `A2A-Version` of the request. */
  readonly versionSent?: string
  /** Equal for requests with the same credentials. */
  readonly credentialsKey?: string
  /** Of the request; absent if some are hidden, and if credentials are omitted on purpose. */
  readonly headerNames?: readonly string[]
  readonly taskId?: string
  /** What the response is judged by; absent if the request could not be read. */
  readonly asked?: RequestFacts
  /** Tasks that the message refers to, unless a push notification may report the end of its own task. */
  readonly references?: readonly string[]
  /** The exact version, if the card declares it. */
  readonly minor?: string
  /** What a result of this call proves: the agent refused the same call in the version's own form. */
  readonly fault?: string
  /** JSON that an agent may echo. */
  readonly sent?: SentJson | undefined
}

/** The input of rules when an item is recorded. */
export type JudgedItem =
  | { readonly at: 'head'; readonly head: ResponseHead }
  | {
      readonly at: 'item'
      readonly text: string
      readonly json: JsonValue | undefined
      readonly decoded: Decoded<Update> | undefined
    }
  /** Like `like`, which has no findings, except for texts, times, ids and metadata. */
  | { readonly at: 'alike'; readonly update: Update; readonly like: JsonValue }
  | {
      readonly at: 'body'
      readonly head: ResponseHead
      readonly text: string
      readonly json: JsonValue | undefined
      readonly decoded: Decoded<Result> | undefined
      readonly validUtf8: boolean
    }
  | {
      /** The stream is over, or the exchange failed. */
      readonly at: 'end'
      readonly head?: ResponseHead
      readonly end: StreamEnd
      readonly failure?: WireFailure
      /** Of a text stream. */
      readonly framing?: FramingFacts
      readonly items: number
      readonly unparsable: number
      readonly firstUnparsable?: StreamFacts['firstUnparsable']
      readonly separated: number
      readonly eventNames: readonly string[]
    }

/** The only place that makes findings. The facts are the same object for all items of an exchange. Must not throw. */
export interface Judge {
  /** Called before the request is sent. */
  begin(facts: ExchangeFacts): void
  /** Called for each item before it is recorded. */
  find(facts: ExchangeFacts, item: JudgedItem): readonly Finding[]
  /** Of similar pieces, how many from the first on are without findings; the next one is judged as an item. */
  pieces(facts: ExchangeFacts, like: ArtifactUpdate, texts: readonly string[]): number
  findInPush(call: PushCall, dialect: DialectId): readonly Finding[]
  /** Leaves out findings on JSON that an agent merely echoes. */
  withoutEchoes(
    agentId: string,
    findings: readonly Finding[],
    json: JsonValue | undefined,
  ): readonly Finding[]
}

export interface CallUpdate {
  readonly decoded: Decoded<Update>
}

export interface ReadingOptions {
  readonly facts: ExchangeFacts
  readonly judge?: Judge | undefined
  readonly dialect?: ReadingDialect
  readonly operation?: OperationKind
  readonly binding?: Binding
  readonly onUpdate: (update: CallUpdate) => void
  /** The same for many updates, decoded on demand. */
  readonly onPieces?: (count: number, read: () => readonly Update[]) => void
  readonly onReply: (reply: { readonly decoded: Decoded<Result>; readonly raw?: JsonValue }) => void
}

export function createReader(options: ReadingOptions): ResponseReader {
  const { facts, judge, dialect, operation, binding } = options
  const streaming = isStreaming(operation)
  let items = 0
  let unparsable = 0
  let firstUnparsable: StreamFacts['firstUnparsable']
  let separated = 0
  let lastHead: ResponseHead | undefined
  const eventNames = new Set<string>()
  judge?.begin(facts)

  const judged = (item: JudgedItem): readonly Finding[] => judge?.find(facts, item) ?? none

  const decodeUpdate = (json: JsonValue | undefined): Decoded<Update> => {
    if (json === undefined) return { kind: 'unreadable', reason: 'it is not JSON' }
    if (dialect === undefined || binding === undefined)
      return { kind: 'unreadable', reason: 'no dialect was chosen' }
    return dialect.decodeEvent(binding, json)
  }
  const events = createNextEvent<JsonValue>((data) => {
    const decoded = decodeUpdate(jsonIn(data))
    return decoded.kind === 'result' ? decoded.result : undefined
  })

  const wholeReply = (text: string, json: JsonValue | undefined, head: ResponseHead, bytes?: Buffer) => {
    const decoded = decodeBody(text, json, head)
    const validUtf8 = bytes === undefined || isUtf8(bytes)
    const findings = judged({ at: 'body', head, text, json, decoded, validUtf8 })
    if (decoded !== undefined) options.onReply({ decoded, ...defined({ raw: json }) })
    // In a stream a body is read as an event, unlike in the record.
    const answer = streaming || decoded?.kind !== 'result' ? {} : { answer: decoded }
    return { ...reading(findings, taskOfResult(decoded)), ...factsOfReply(decoded), ...answer }
  }

  const streamItem = (text: string): ItemReading => {
    const eventRead = events.read(text)
    if (eventRead !== undefined) return nextEvent(eventRead)
    const json = jsonIn(text)
    if (json === undefined) {
      unparsable += 1
      firstUnparsable ??= { event: items, why: whyNotJson(text) }
    } else if (hasUnseenBefore(text)) separated += 1
    const decoded = dialect === undefined ? undefined : decodeUpdate(json)
    const findings = judged({ at: 'item', text, json, decoded })
    if (decoded !== undefined) options.onUpdate({ decoded })
    if (json !== undefined && decoded?.kind === 'result' && findings.length === 0) {
      events.remember(text, decoded.result, json)
    }
    const update = decoded?.kind === 'result' ? decoded.result : undefined
    const read = reading(findings, update && updatedTask(update), update)
    // The context is the same in all of a stream, so it is read once.
    return items === 1 || decoded?.kind === 'error' ? { ...read, ...factsOfUpdate(decoded) } : read
  }

  const nextEvent = ({ update, about }: EventRead<JsonValue>): ItemReading => {
    const findings = judged({ at: 'alike', update, like: about })
    options.onUpdate({ decoded: { kind: 'result', result: update } })
    return reading(findings, updatedTask(update), update)
  }

  return {
    head(head) {
      lastHead = head
      return guarded(() => ({ findings: judged({ at: 'head', head }) }))
    },

    item({ data, event, validUtf8 }) {
      items += 1
      if (event !== undefined && event !== 'message' && eventNames.size < maxEventNames) eventNames.add(event)
      // Without streaming, an item is the reply, however it is framed.
      const head = operation === undefined || streaming ? undefined : lastHead
      const read = guarded(() =>
        head === undefined ? streamItem(data) : wholeReply(data, jsonIn(data), head),
      )
      return validUtf8 ? read : { ...read, findings: [...(read.findings ?? none), notUtf8] }
    },

    pieces(frames, from) {
      const cachedChunk = streaming || operation === undefined ? events.cached() : undefined
      if (cachedChunk === undefined) return undefined
      const { wrap, insides, texts: pieceTexts } = piecesIn(frames, from, cachedChunk.form)
      if (pieceTexts.length < fewestPieces) return undefined
      const soundCount =
        judge === undefined ? pieceTexts.length : soundOf(judge, cachedChunk.update, pieceTexts)
      if (soundCount === 0) return undefined
      items += soundCount
      const texts = pieceTexts.slice(0, soundCount)
      const { head: before, tail: after } = cachedChunk.form
      const inside = insides.slice(0, soundCount)
      options.onPieces?.(soundCount, () =>
        inside.flatMap((each) => cachedChunk.read(before + each + after) ?? []),
      )
      const { taskId } = cachedChunk.update
      return {
        count: soundCount,
        wrap,
        before,
        after,
        texts: inside.join('\n'),
        ...(taskId === '' ? {} : { taskId }),
        cached: { pieces: { like: cachedChunk.update, texts } },
      }
    },

    end(end, { framing, failure } = {}) {
      const observed = { ...defined({ head: lastHead, framing, failure }), eventNames: [...eventNames] }
      const ended = { at: 'end', end, items, unparsable, firstUnparsable, separated, ...observed } as const
      return guarded(() => reading(judged(ended), undefined))
    },

    body(body, head) {
      const text = body.toString('utf8')
      return guarded(() => wholeReply(text, jsonIn(text), head, body))
    },
  }

  /** A bug of ours makes the pieces be read one by one. */
  function soundOf(by: Judge, like: ArtifactUpdate, texts: readonly string[]): number {
    try {
      return by.pieces(facts, like, texts)
    } catch {
      return 0
    }
  }

  function decodeBody(
    text: string,
    json: JsonValue | undefined,
    head: ResponseHead,
  ): Decoded<Result> | undefined {
    if (dialect === undefined || binding === undefined || operation === undefined) return undefined
    if (json === undefined) {
      // An empty body is a complete response to a deletion (PROTOCOL §4.3); anywhere else it has no meaning.
      if (head.status >= 200 && head.status < 300 && operation === 'push-delete') {
        return { kind: 'result', result: { kind: 'nothing' } }
      }
      if (head.status < 400) return { kind: 'unreadable', reason: 'the body is not JSON' }
      const agentError = readTextError(text, head.status)
      const message = agentError.message || `HTTP ${head.status} ${head.statusText}`.trim()
      return { kind: 'error', error: { ...agentError, message } }
    }
    if (!streaming) return dialect.decodeReply(operation, binding, json, head.status)
    const update = dialect.decodeEvent(binding, json)
    if (update.kind !== 'result') return dialect.decodeReply('send', binding, json, head.status)
    options.onUpdate({ decoded: update })
    return { kind: 'result', result: { kind: 'update', update: update.result } }
  }
}

// Names of events collected for a finding, which names one.
const maxEventNames = 8

/** A bug of ours in decoding must not lose an entry. */
function guarded(read: () => ItemReading): ItemReading {
  try {
    return read()
  } catch (error) {
    return { findings: [ourMistake(error)] }
  }
}

function whyNotJson(text: string): string {
  const fault = jsonFaultIn(text)
  return fault === undefined ? 'it isn’t JSON' : faultShown(fault)
}

function ourMistake(error: unknown): Finding {
  return {
    rule: 'parley-fault',
    severity: 'info',
    pointer: '',
    message: `Parley failed to read this item (${messageOf(error)}); it is recorded as it came.`,
    hint: 'This is a fault of Parley, not of the agent: please report it.',
    spec: { version: 'Parley', section: '' },
  }
}

const { severity, hint } = rules['PARLEY-HTTP-014']
const notUtf8: Finding = {
  rule: 'PARLEY-HTTP-014',
  severity,
  pointer: '',
  message: 'The event is not valid UTF-8; unreadable bytes are shown as replacement characters.',
  hint,
  spec: { version: 'WHATWG HTML', section: '9.2.5' },
}

const none: readonly Finding[] = []

function reading(
  findings: readonly Finding[],
  taskId: string | undefined,
  update?: Update | undefined,
): ItemReading {
  if (findings.length === 0) return taskId === undefined ? { update } : { taskId, update }
  return taskId === undefined ? { findings, update } : { findings, taskId, update }
}
