// A HAR as a session to look at: its A2A traffic goes through the same reading, judging and masking as what Parley itself
// sends, with the times that the file tells.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { Fault } from '#shared/contract/fault.ts'
import { createJudge } from '../../judge.ts'
import { createSlices } from '../../slices.ts'
import type { SessionRecord } from '../../store/record.ts'
import { openExchange } from '../../wire/exchange.ts'
import type { FrameFacts } from '../../wire/exchange-facts.ts'
import { type RawFrame, rawFrame } from '../../wire/framer.ts'
import { createReader } from '../../wire/reading.ts'
import { createSecrets } from '../../wire/secrets.ts'
import { createSseFramer, readSseFields } from '../../wire/sse.ts'
import { a2aCallOf, type FoundCall } from './a2a-call.ts'
import { type HarFileEntry, readHar } from './har-file.ts'

export interface ImportedHar {
  readonly sessionId: string
  readonly sentence?: string
}

const flushEvery = 100
const maxFrameBytes = 16 * 1024 * 1024

export async function importHar(
  record: SessionRecord,
  content: string,
  name: string,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<ImportedHar> {
  const breathe = createSlices()
  const har = await readHar(content, breathe)
  if (har === undefined) throw new Fault('bad-input', 'This is neither a Parley session nor a HAR file.')
  const calls: { readonly entry: HarFileEntry; readonly found: FoundCall }[] = []
  for (const entry of har.entries) {
    const { method, url, postData, headers } = entry.request
    const version = headers.find((each) => /^a2a-version$/i.test(each.name))?.value
    const found = a2aCallOf({ method, url, body: bodyText(postData), version })
    if (found) calls.push({ entry, found })
    await breathe()
  }
  if (calls.length === 0) {
    throw new Fault('bad-input', `None of the ${har.entries.length} requests in this HAR is a call of A2A.`)
  }
  const first = calls.reduce((least, { entry }) => Math.min(least, startOf(entry)), Number.POSITIVE_INFINITY)
  const facts = { importedAt: Date.now(), note: `From a HAR of ${har.creator || 'unknown origin'}` }
  const { sessionId } = record.createSession(name, facts, first)
  const secrets = createSecrets()
  const judge = createJudge()
  try {
    for (const [index, { entry, found }] of calls.entries()) {
      await step()
      await play(entry, found)
      if (index % flushEvery !== 0) continue
      record.flush()
      onProgress(index / calls.length)
    }
    record.flush()
  } catch (error) {
    await record.deleteSession(sessionId)
    throw error
  }
  const others = har.entries.length - calls.length + har.broken
  return { sessionId, ...(others > 0 && { sentence: `${others} other requests of the file were left out.` }) }

  async function step(): Promise<void> {
    signal.throwIfAborted()
    await breathe()
  }

  async function play(entry: HarFileEntry, { facts: call, operation }: FoundCall): Promise<void> {
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
      facts: { exchangeId: exchange.exchangeId, call, url: request.url },
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

/** A browser tells no times within a stream: its frames then all stand at the end. */
function framesOf({ _frames: told, time }: HarFileEntry, content: Buffer): readonly TimedFrame[] {
  if (told !== undefined) {
    return told.map(({ atMs, raw }) =>
      sseFrame(
        rawFrame(raw.kind === 'text' ? Buffer.from(raw.text) : Buffer.from(raw.base64, 'base64')),
        atMs,
      ),
    )
  }
  const framer = createSseFramer(maxFrameBytes)
  const cut = framer.push(content)
  if (cut === undefined) return []
  const { frames } = framer.end()
  return [...cut.frames, ...cut.texts.map((text) => ({ text })), ...frames].map((raw) => sseFrame(raw, time))
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
