// Imports a HAR as a session: its A2A traffic is decoded, judged and masked like Parley's own, with the times of the file.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { formatCount } from '#shared/format-count.ts'
import { bytesOfBody } from '../../console/sent-request.ts'
import { sentJson } from '../../echoes.ts'
import { createJudge } from '../../judge.ts'
import { createSlices } from '../../platform/async.ts'
import type { SessionRecord } from '../../store/record.ts'
import { idIn } from '../../wire/build-request.ts'
import { requestFactsOf, taskOfOperation } from '../../wire/call-facts.ts'
import { Exchange, type FrameFacts } from '../../wire/exchange.ts'
import { type RawFrame, rawFrame } from '../../wire/framer.ts'
import type { ResponseHead } from '../../wire/http.ts'
import { ItemReader } from '../../wire/reading.ts'
import { Secrets } from '../../wire/secrets.ts'
import { createSseFramer, readSseFields } from '../../wire/sse.ts'
import { a2aCallOf, type FoundCall } from './a2a-call.ts'
import { bodyText, type HarFileEntry, harFrameSchema, readHar, startOf } from './har-file.ts'

/** Of one frame in a HAR file's stream; the exchange ends with a failure that reports it. */
const maxHarFrameBytes = 16 * 1024 * 1024

const bytesAtATime = 64 * 1024

export interface ImportedHar {
  readonly sessionId: string
  readonly sentence?: string
}

const flushEvery = 100

/** Reads the file twice, an entry at a time: first for an outline, then to record it. */
export async function importHar(
  record: SessionRecord,
  chunks: () => AsyncIterable<Buffer>,
  name: string,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<ImportedHar> {
  const breathe = createSlices()
  let calls = 0
  let first = Number.POSITIVE_INFINITY
  const har = await readHar(chunks(), signal, async (entry) => {
    if (callOf(entry) === undefined) return
    calls += 1
    first = Math.min(first, startOf(entry))
  })
  if (har === undefined) throw new Fault('bad-input', 'This is neither a Parley recording nor a HAR file.')
  if (calls === 0) {
    throw new Fault('bad-input', `None of the ${har.entries} requests in this HAR is a call of A2A.`)
  }
  const facts = { importedAt: Date.now(), note: `From a HAR of ${har.creator || 'unknown origin'}` }
  const { sessionId } = record.createDraft(name, facts, first)
  const step = async () => {
    signal.throwIfAborted()
    await breathe()
  }
  const player = createEntryPlayer({ record, sessionId, first, step })
  let played = 0
  try {
    await readHar(chunks(), signal, async (entry) => {
      const call = callOf(entry)
      if (call === undefined) return
      await player.play(entry, call)
      played += 1
      if (played % flushEvery !== 0) return
      record.flush()
      onProgress(played / calls)
    })
    record.keepDraft(sessionId)
  } catch (error) {
    // A failed deletion is retried, at the latest after the next start.
    record.deleteSession(sessionId).catch(() => undefined)
    throw error
  }
  const sentence = leftOut(har.entries - calls, player.lostFrames)
  return { sessionId, ...(sentence !== '' && { sentence }) }
}

function leftOut(others: number, lostFrames: number): string {
  return [
    ...(others > 0 ? [`${formatCount(others)} other requests of the file were left out.`] : []),
    ...(lostFrames === 1 ? ['1 stream event could not be read and was left out.'] : []),
    ...(lostFrames > 1
      ? [`${formatCount(lostFrames)} stream events could not be read and were left out.`]
      : []),
  ].join(' ')
}

function callOf({ request }: HarFileEntry): FoundCall | undefined {
  const { method, url, postData, headers } = request
  const version = headers.find((each) => /^a2a-version$/i.test(each.name))?.value
  return a2aCallOf({ method, url, body: bodyText(postData), version })
}

// Records one request of a HAR as an exchange, at the times of the file.

interface PlayOptions {
  readonly record: SessionRecord
  readonly sessionId: string
  /** When the first of all requests began. */
  readonly first: number
  /** Called between frames: yields to other work, or throws when aborted. */
  step(): Promise<void>
}

interface Played {
  readonly entry: HarFileEntry
  readonly exchange: Exchange
  readonly reader: ItemReader
  /** `isTimed`: the file has this time. */
  at(ms: number, isTimed?: boolean): void
}

export function createEntryPlayer({ record, sessionId, first, step }: PlayOptions) {
  const secrets = new Secrets()
  let judgedMs = Number.NaN
  const judge = createJudge({ monoMs: () => judgedMs })
  let lostFrames = 0

  function open(entry: HarFileEntry, parsedCall: FoundCall): Played {
    const call = parsedCall.facts
    const started = startOf(entry)
    let nowMs = 0
    const clock = { wallMs: () => started + nowMs, monoMs: () => started - first + nowMs }
    const none = new Set<string>()
    const exchange = new Exchange({
      ...{ record, secrets, clock, sessionId, call },
      ...{ credentialNames: none, credentialQuery: none },
    })
    const { dialect, binding } = call
    const request = readerFacts(entry, parsedCall)
    const reader = new ItemReader({
      facts: { exchangeId: exchange.exchangeId, call, url: entry.request.url, ...request },
      judge,
      ...(dialect && { dialect: dialectOf(dialect) }),
      ...defined({ operation: call.operation, binding }),
      onUpdate: () => undefined,
      onReply: () => undefined,
    })
    return {
      ...{ entry, exchange, reader },
      at: (ms, isTimed = true) => {
        nowMs = ms
        judgedMs = isTimed ? clock.monoMs() : Number.NaN
      },
    }
  }

  async function recordStream({ entry, exchange, reader, at }: Played, content: Buffer): Promise<void> {
    const isTimed = entry._frames !== undefined
    for (const frame of framesOf(entry, content)) {
      await step()
      if (frame === 'lost') lostFrames += 1
      if (frame === undefined || frame === 'lost') continue
      at(frame.atMs, isTimed)
      const { data, event } = frame.facts
      const validUtf8 = frame.raw.text !== undefined
      const read = data === undefined ? {} : reader.item({ data, ...(event && { event }), validUtf8 })
      exchange.frame(frame.raw, frame.facts, read)
    }
    at(entry.time, isTimed)
    exchange.end({ reason: 'complete' }, reader.end('closed-by-agent'))
  }

  return {
    get lostFrames() {
      return lostFrames
    },
    async play(entry: HarFileEntry, call: FoundCall): Promise<void> {
      const played = open(entry, call)
      const { exchange, reader, at } = played
      const { response } = entry
      recordRequest(exchange, entry, call)
      if (response.status === 0) {
        at(entry.time)
        exchange.fail({ failure: 'other', message: response._error || 'The file tells of no answer.' })
        return
      }
      const head = headOf(entry)
      at(head.timings.firstByteMs)
      exchange.response(head, reader.head(head))
      const content = bodyBytes(response.content.text, response.content.encoding) ?? Buffer.alloc(0)
      exchange.received(content.byteLength)
      if (isStream(head)) return recordStream(played, content)
      at(entry.time)
      exchange.end({ reason: 'complete', body: { bytes: content } }, reader.body(content, head))
    },
  }
}

function recordRequest(exchange: Exchange, { request }: HarFileEntry, { operation }: FoundCall): void {
  const { method, url, postData } = request
  const body = bodyBytes(postData?.text, postData?._encoding)
  const headers = pairsOf(request.headers)
  const task = operation && 'taskId' in operation ? { taskId: operation.taskId } : {}
  exchange.request({ method, url, headers, ...defined({ body }) }, headers, task)
}

function headOf(entry: HarFileEntry): ResponseHead & { readonly timings: { readonly firstByteMs: number } } {
  const { status, statusText, headers } = entry.response
  const firstByteMs = Math.min(entry.time, headMs(entry))
  return { status, statusText, headers: pairsOf(headers), timings: { firstByteMs } }
}

function pairsOf(headers: HarFileEntry['request']['headers']) {
  return headers.map((each) => [each.name, each.value] as const)
}

function isStream({ headers }: ResponseHead): boolean {
  return headers.some(([name, value]) => /^content-type$/i.test(name) && /event-stream/i.test(value))
}

interface TimedFrame {
  readonly atMs: number
  readonly raw: RawFrame
  readonly facts: FrameFacts
}

function readerFacts({ request }: HarFileEntry, { facts, operation }: FoundCall) {
  return {
    ...(facts.binding === 'JSONRPC' && idIn(bodyText(request.postData))),
    ...(operation && { ...requestFactsOf(operation), ...taskOfOperation(operation) }),
    sent: sentJson(bodyText(request.postData)),
  }
}

/** A browser's HAR has no times within a stream: all its frames are at the end. Undefined for a stretch in which no frame ends. */
function* framesOf(
  { _frames: frames, time }: HarFileEntry,
  content: Buffer,
): Generator<TimedFrame | 'lost' | undefined> {
  if (frames !== undefined) {
    for (const each of frames) {
      const { data: frame } = harFrameSchema.safeParse(each)
      yield frame ? sseFrame(rawFrame(bytesOfBody(frame.raw)), frame.atMs) : 'lost'
    }
    return
  }
  const framer = createSseFramer(maxHarFrameBytes)
  for (let at = 0; at < content.byteLength; at += bytesAtATime) {
    const cut = framer.push(content.subarray(at, at + bytesAtATime))
    if (cut === undefined) return
    for (const raw of cut.frames) yield sseFrame(raw, time)
    for (const text of cut.texts) yield sseFrame({ text }, time)
    yield undefined
  }
  for (const raw of framer.end().frames) yield sseFrame(raw, time)
}

function sseFrame(raw: RawFrame, atMs: number): TimedFrame {
  const fields = readSseFields(raw)
  return { atMs, raw, facts: { framing: fields.data === undefined ? 'sse-comment' : 'sse', ...fields } }
}

function headMs({ timings }: HarFileEntry): number {
  return [timings.dns, timings.connect, timings.wait].reduce<number>(
    (sum, step) => sum + Math.max(0, step ?? 0),
    0,
  )
}

function bodyBytes(text: string | undefined, encoding: string | undefined): Buffer | undefined {
  if (text === undefined || text === '') return undefined
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
}
