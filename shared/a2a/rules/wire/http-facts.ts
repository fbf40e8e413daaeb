// Facts about an HTTP exchange besides its JSON, as plain data that the engine fills in from the record.

import type { JsonFault } from '../../../json/json-fault.ts'
import type { HeaderList } from '../../dialect.ts'
import type { RuleId } from '../registry.ts'

export const noEventsRule: RuleId = 'PARLEY-SSE-005'

export type BodyForm =
  | 'json'
  | 'cut-json'
  | 'broken-json'
  | 'html'
  | 'text'
  | 'empty'
  | 'event-stream'
  | 'json-lines'

export interface HttpFacts {
  readonly status: number
  readonly contentType?: string | undefined
  readonly body: BodyForm
  /** Why it is not JSON, where JSON was expected. */
  readonly fault?: JsonFault
  readonly byteOrderMark?: boolean
  /** Some of its bytes are not UTF-8. */
  readonly invalidUtf8?: boolean
  /** Headers of the response, for checks such as that of the version. */
  readonly headers?: HeaderList
  /** The `A2A-Version` the request carried. */
  readonly versionSent?: string
}

export interface StreamFacts extends Pick<HttpFacts, 'headers' | 'versionSent'> {
  readonly status: number
  readonly contentType?: string | undefined
  readonly framing: 'event-stream' | 'json-lines'
  readonly lineEndings: 'lf' | 'crlf' | 'cr' | 'mixed'
  readonly byteOrderMark?: boolean
  /** Comments such as keep-alives: neither events nor a fault. */
  readonly comments: number
  readonly events: number
  /** Events whose data does not parse as JSON. */
  readonly unparsable: number
  /** Its number, from 1, and the reason. */
  readonly firstUnparsable?: { readonly event: number; readonly why: string } | undefined
  /** Events with a record separator, or another invisible character, before their JSON. */
  readonly separated: number
  /** Distinct values of `event:` lines other than `message`. */
  readonly eventNames: readonly string[]
  /** Bytes of an unfinished event left when the stream ended. */
  readonly leftoverBytes: number
  /** JSON without the `data:` that would make it an event. */
  readonly bareJson?: boolean
  /** Only an ended stream is judged for being empty or cut off. */
  readonly ended: boolean
  /** Absent where arrival times are unknown, or fewer than two statuses have a timestamp. */
  readonly timing?: StreamTiming
}

/** When events arrived, by our clock, and how far apart they are by the agent’s. */
export interface StreamTiming {
  /** From the request to the first event. */
  readonly waitedMs: number
  /** From the first event to the last. */
  readonly arrivalMs: number
  /** From the earliest timestamp of a status to the latest. */
  readonly timestampsMs: number
}

/** The form of a body by its first characters; `isJson`, if given, spares parsing all of it again. */
export function bodyFormOf(body: string, isJson?: boolean): BodyForm {
  const text = (body.charCodeAt(0) === 0xfeff ? body.slice(1) : body).trimStart()
  if (text === '') return 'empty'
  if (/^(?:data|event|id|retry)?:/.test(text)) return 'event-stream'
  if (text.startsWith('<')) return 'html'
  if (isJson ?? parses(text)) return 'json'
  if (!/^[[{]/.test(text)) return 'text'
  const firstLine = text.split('\n', 1)[0] ?? ''
  if (firstLine.length < text.length && parses(firstLine)) return 'json-lines'
  return /[\]}]$/.test(text.trimEnd()) ? 'broken-json' : 'cut-json'
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
