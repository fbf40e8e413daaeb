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
import { faultShown, jsonFaultIn } from '#shared/json/json-fault.ts'
import { hasUnseenBefore, jsonIn } from '#shared/json/parse-json.ts'
import type { CallFacts } from '#shared/record/entry.ts'
import type { SentJson } from '../echoes.ts'
import { factsOfReply, factsOfUpdate, taskOfResult, updatedTask } from './exchange-facts.ts'
import type { WireFailure } from './failure.ts'
import type { FramingFacts } from './framing-facts.ts'
import type { ResponseHead } from './http.ts'
import {
  type EndSeen,
  fewestPieces,
  type ItemReading,
  type Pieces,
  piecesIn,
  readingOf,
  readSafely,
} from './item-reading.ts'

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

interface ReceivedItem {
  readonly data: string
  readonly event?: string
  readonly validUtf8: boolean
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

/** Decodes the items of one response, each exactly once, before they are recorded. Never throws. */
export class ItemReader {
  readonly #options: ReadingOptions
  readonly #streaming: boolean
  readonly #events = createNextEvent<JsonValue>((data) => {
    const decoded = this.#decodeUpdate(jsonIn(data))
    return decoded.kind === 'result' ? decoded.result : undefined
  })
  readonly #eventNames = new Set<string>()
  #items = 0
  #unparsable = 0
  #firstUnparsable: StreamFacts['firstUnparsable']
  #separated = 0
  #lastHead: ResponseHead | undefined

  constructor(options: ReadingOptions) {
    this.#options = options
    this.#streaming = isStreaming(options.operation)
    options.judge?.begin(options.facts)
  }

  head(head: ResponseHead): ItemReading {
    this.#lastHead = head
    return readSafely(() => ({ findings: this.#judge({ at: 'head', head }) }))
  }

  item({ data, event, validUtf8 }: ReceivedItem): ItemReading {
    this.#items += 1
    if (event !== undefined && event !== 'message' && this.#eventNames.size < maxEventNames)
      this.#eventNames.add(event)
    // Without streaming, an item is the reply, however it is framed.
    const head = this.#options.operation === undefined || this.#streaming ? undefined : this.#lastHead
    const read = readSafely(() =>
      head === undefined ? this.#streamItem(data) : this.#wholeReply(data, jsonIn(data), head),
    )
    return validUtf8 ? read : { ...read, findings: [...(read.findings ?? none), notUtf8] }
  }

  /** Frames of an event stream, from an index on, that continue one text. */
  pieces(frames: readonly string[], from: number): Pieces | undefined {
    const { operation, onPieces } = this.#options
    const cachedChunk = this.#streaming || operation === undefined ? this.#events.cached() : undefined
    if (cachedChunk === undefined) return undefined
    const { wrap, insides, texts: pieceTexts } = piecesIn(frames, from, cachedChunk.form)
    if (pieceTexts.length < fewestPieces) return undefined
    const soundCount = this.#soundCount(cachedChunk.update, pieceTexts)
    if (soundCount === 0) return undefined
    this.#items += soundCount
    const texts = pieceTexts.slice(0, soundCount)
    const { head: before, tail: after } = cachedChunk.form
    const inside = insides.slice(0, soundCount)
    onPieces?.(soundCount, () => inside.flatMap((each) => cachedChunk.read(before + each + after) ?? []))
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
  }

  /** The stream is over, or the exchange failed, with or without a head. */
  end(end: StreamEnd, { framing, failure }: EndSeen = {}): ItemReading {
    const observed = {
      ...defined({ head: this.#lastHead, framing, failure, firstUnparsable: this.#firstUnparsable }),
      eventNames: [...this.#eventNames],
    }
    const counts = { items: this.#items, unparsable: this.#unparsable, separated: this.#separated }
    return readSafely(() => readingOf(this.#judge({ at: 'end', end, ...counts, ...observed }), undefined))
  }

  body(body: Buffer, head: ResponseHead): ItemReading {
    const text = body.toString('utf8')
    return readSafely(() => this.#wholeReply(text, jsonIn(text), head, body))
  }

  #judge(item: JudgedItem): readonly Finding[] {
    const { judge, facts } = this.#options
    return judge?.find(facts, item) ?? none
  }

  /** How many have no findings: all without a judge; 0 after a bug of ours, so that they are read one by one. */
  #soundCount(like: ArtifactUpdate, texts: readonly string[]): number {
    const { judge, facts } = this.#options
    try {
      return judge === undefined ? texts.length : judge.pieces(facts, like, texts)
    } catch {
      return 0
    }
  }

  #streamItem(text: string): ItemReading {
    const eventRead = this.#events.read(text)
    if (eventRead !== undefined) return this.#nextEvent(eventRead)
    const json = jsonIn(text)
    if (json === undefined) {
      this.#unparsable += 1
      this.#firstUnparsable ??= { event: this.#items, why: whyNotJson(text) }
    } else if (hasUnseenBefore(text)) this.#separated += 1
    const decoded = this.#options.dialect === undefined ? undefined : this.#decodeUpdate(json)
    const findings = this.#judge({ at: 'item', text, json, decoded })
    if (decoded !== undefined) this.#options.onUpdate({ decoded })
    const update = decoded?.kind === 'result' ? decoded.result : undefined
    if (json !== undefined && update && findings.length === 0) this.#events.remember(text, update, json)
    const read = readingOf(findings, update && updatedTask(update), update)
    // The context is the same in all of a stream, so it is read once.
    return this.#items === 1 || decoded?.kind === 'error' ? { ...read, ...factsOfUpdate(decoded) } : read
  }

  #nextEvent({ update, about }: EventRead<JsonValue>): ItemReading {
    const findings = this.#judge({ at: 'alike', update, like: about })
    this.#options.onUpdate({ decoded: { kind: 'result', result: update } })
    return readingOf(findings, updatedTask(update), update)
  }

  #decodeUpdate(json: JsonValue | undefined): Decoded<Update> {
    const { dialect, binding } = this.#options
    if (json === undefined) return { kind: 'unreadable', reason: 'it is not JSON' }
    if (dialect === undefined || binding === undefined)
      return { kind: 'unreadable', reason: 'no dialect was chosen' }
    return dialect.decodeEvent(binding, json)
  }

  #wholeReply(text: string, json: JsonValue | undefined, head: ResponseHead, bytes?: Buffer): ItemReading {
    const decoded = this.#decodeBody(text, json, head)
    const validUtf8 = bytes === undefined || isUtf8(bytes)
    const findings = this.#judge({ at: 'body', head, text, json, decoded, validUtf8 })
    if (decoded !== undefined) this.#options.onReply({ decoded, ...defined({ raw: json }) })
    // In a stream a body is read as an event, unlike in the record.
    const answer = this.#streaming || decoded?.kind !== 'result' ? {} : { answer: decoded }
    return { ...readingOf(findings, taskOfResult(decoded)), ...factsOfReply(decoded), ...answer }
  }

  #decodeBody(text: string, json: JsonValue | undefined, head: ResponseHead): Decoded<Result> | undefined {
    const { dialect, operation, binding, onUpdate } = this.#options
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
    if (!this.#streaming) return dialect.decodeReply(operation, binding, json, head.status)
    const update = dialect.decodeEvent(binding, json)
    if (update.kind !== 'result') return dialect.decodeReply('send', binding, json, head.status)
    onUpdate({ decoded: update })
    return { kind: 'result', result: { kind: 'update', update: update.result } }
  }
}

// Names of events collected for a finding, which names one.
const maxEventNames = 8

function whyNotJson(text: string): string {
  const fault = jsonFaultIn(text)
  return fault === undefined ? 'it isn’t JSON' : faultShown(fault)
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
