// A HAR as a session to look at: its A2A traffic goes through the same reading, judging and masking as what Parley itself
// sends, with the times that the file tells.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { Fault } from '#shared/contract/fault.ts'
import { formatCount } from '#shared/format-count.ts'
import { createJudge } from '../../judge.ts'
import { createSlices } from '../../slices.ts'
import type { SessionRecord } from '../../store/record.ts'
import { askedOf, taskOfOperation } from '../../wire/call-facts.ts'
import { openExchange } from '../../wire/exchange.ts'
import type { FrameFacts } from '../../wire/exchange-facts.ts'
import { type RawFrame, rawFrame } from '../../wire/framer.ts'
import { createReader } from '../../wire/reading.ts'
import { idIn } from '../../wire/request-id.ts'
import { createSecrets } from '../../wire/secrets.ts'
import { createSseFramer, readSseFields } from '../../wire/sse.ts'
import { a2aCallOf, type FoundCall } from './a2a-call.ts'
import { type HarFileEntry, harFrameSchema, readHar } from './har-file.ts'

export interface ImportedHar {
  readonly sessionId: string
  readonly sentence?: string
}

const flushEvery = 100
/** Of one frame in a HAR file's stream; the exchange ends with a failure that says so. */
const maxHarFrameBytes = 16 * 1024 * 1024

/** Gone through twice, an entry at a time: first for what is in it, then as it was. */
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
  if (har === undefined) throw new Fault('bad-input', 'This is neither a Parley session nor a HAR file.')
  if (calls === 0) {
    throw new Fault('bad-input', `None of the ${har.entries} requests in this HAR is a call of A2A.`)
  }
  const facts = { importedAt: Date.now(), note: `From a HAR of ${har.creator || 'unknown origin'}` }
  const { sessionId } = record.createDraft(name, facts, first)
  const secrets = createSecrets()
  const judge = createJudge()
  let played = 0
  let lostFrames = 0
  try {
    await readHar(chunks(), signal, async (entry) => {
      const found = callOf(entry)
      if (found === undefined) return
      await play(entry, found)
      played += 1
      if (played % flushEvery !== 0) return
      record.flush()
      onProgress(played / calls)
    })
    record.keepDraft(sessionId)
  } catch (error) {
    // What fails is tried again, at the latest after the next start.
    record.deleteSession(sessionId).catch(() => undefined)
    throw error
  }
  const others = har.entries - calls
  const left = [
    ...(others > 0 ? [`${formatCount(others)} other requests of the file were left out.`] : []),
    ...(lostFrames === 1 ? ['1 stream event could not be read and was left out.'] : []),
    ...(lostFrames > 1
      ? [`${formatCount(lostFrames)} stream events could not be read and were left out.`]
      : []),
  ]
  return { sessionId, ...(left.length > 0 && { sentence: left.join(' ') }) }

  async function step(): Promise<void> {
    signal.throwIfAborted()
    await breathe()
  }

  async function play(entry: HarFileEntry, found: FoundCall): Promise<void> {
    const { facts: call, operation } = found
    const started = startOf(entry)
    let nowMs = 0
    const clock = { wallMs: () => started + nowMs, monoMs: () => started - first + nowMs }
    const exchange = openExchange({
      record,
      secrets,
      clock,
      sessionId,
      call,
      credentialNames: new Set(),
      credentialQuery: new Set(),
    })
    const { request, response } = entry
    const { dialect, binding } = call
    const reader = createReader({
      facts: { exchangeId: exchange.exchangeId, call, url: request.url, ...askedIn(entry, found) },
      judge,
      ...(dialect && { dialect: dialectOf(dialect) }),
      ...(call.operation && { operation: call.operation }),
      ...(binding && { binding }),
      onUpdate: () => undefined,
      onReply: () => undefined,
    })
    const body = bodyBytes(request.postData?.text, request.postData?._encoding)
    const headers = request.headers.map((each) => [each.name, each.value] as const)
    const taskId = operation && 'taskId' in operation ? { taskId: operation.taskId } : {}
    exchange.request(
      { method: request.method, url: request.url, headers, ...(body && { body }) },
      headers,
      taskId,
    )

    if (response.status === 0) {
      nowMs = entry.time
      exchange.fail({ failure: 'other', message: response._error || 'The file tells of no answer.' })
      return
    }
    nowMs = Math.min(entry.time, headMs(entry))
    const head = {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers.map((each) => [each.name, each.value] as const),
      timings: { firstByteMs: nowMs },
    }
    exchange.response(head, reader.head(head))
    const content = bodyBytes(response.content.text, response.content.encoding) ?? Buffer.alloc(0)
    exchange.received(content.byteLength)
    const isStream = head.headers.some(
      ([key, value]) => /^content-type$/i.test(key) && /event-stream/i.test(value),
    )
    if (!isStream) {
      nowMs = entry.time
      const read = reader.body(content, head)
      exchange.end({ reason: 'complete', body: { bytes: content } }, read)
      return
    }
    for (const frame of framesOf(entry, content)) {
      await step()
      if (frame === undefined) {
        lostFrames += 1
        continue
      }
      nowMs = frame.atMs
      const { data } = frame.facts
      const read =
        data === undefined
          ? {}
          : reader.item({
              data,
              ...(frame.facts.event && { event: frame.facts.event }),
              validUtf8: frame.raw.text !== undefined,
            })
      exchange.frame(frame.raw, frame.facts, read)
    }
    nowMs = entry.time
    exchange.end({ reason: 'complete' }, reader.end('closed-by-agent'))
  }
}

interface TimedFrame {
  readonly atMs: number
  readonly raw: RawFrame
  readonly facts: FrameFacts
}

/** What the answers are held to. */
function askedIn({ request }: HarFileEntry, { facts, operation }: FoundCall) {
  return {
    ...(facts.binding === 'JSONRPC' && idIn(bodyText(request.postData))),
    ...(operation && { ...askedOf(operation), ...taskOfOperation(operation) }),
  }
}

function callOf({ request }: HarFileEntry): FoundCall | undefined {
  const { method, url, postData, headers } = request
  const version = headers.find((each) => /^a2a-version$/i.test(each.name))?.value
  return a2aCallOf({ method, url, body: bodyText(postData), version })
}

const bytesAtATime = 64 * 1024

/** A browser tells no times within a stream: its frames then all stand at the end. Undefined stands for one that is none. */
function* framesOf(
  { _frames: told, time }: HarFileEntry,
  content: Buffer,
): Generator<TimedFrame | undefined> {
  if (told !== undefined) {
    for (const each of told) {
      const { data: frame } = harFrameSchema.safeParse(each)
      yield frame &&
        sseFrame(
          rawFrame(
            frame.raw.kind === 'text' ? Buffer.from(frame.raw.text) : Buffer.from(frame.raw.base64, 'base64'),
          ),
          frame.atMs,
        )
    }
    return
  }
  const framer = createSseFramer(maxHarFrameBytes)
  for (let at = 0; at < content.byteLength; at += bytesAtATime) {
    const cut = framer.push(content.subarray(at, at + bytesAtATime))
    if (cut === undefined) return
    for (const raw of cut.frames) yield sseFrame(raw, time)
    for (const text of cut.texts) yield sseFrame({ text }, time)
  }
  for (const raw of framer.end().frames) yield sseFrame(raw, time)
}

function sseFrame(raw: RawFrame, atMs: number): TimedFrame {
  const fields = readSseFields(raw)
  return { atMs, raw, facts: { framing: fields.data === undefined ? 'sse-comment' : 'sse', ...fields } }
}

function startOf({ startedDateTime }: HarFileEntry): number {
  const time = Date.parse(startedDateTime)
  return Number.isNaN(time) ? 0 : time
}

function headMs({ timings }: HarFileEntry): number {
  return [timings.dns, timings.connect, timings.wait].reduce<number>(
    (sum, step) => sum + Math.max(0, step ?? 0),
    0,
  )
}

function bodyText(postData: HarFileEntry['request']['postData']): string {
  return postData?._encoding === 'base64' ? '' : (postData?.text ?? '')
}

function bodyBytes(text: string | undefined, encoding: string | undefined): Buffer | undefined {
  if (text === undefined || text === '') return undefined
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
}
