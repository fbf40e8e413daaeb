// Gives a recorded answer once more: the same head, the same bytes frame by frame, at the pace asked for. Only the id of a
// JSON-RPC call is another one each time.

import { isUtf8 } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MockPace } from '#shared/contract/mock-agents.ts'
import type { Body, Entry, RawHeaders } from '#shared/record/entry.ts'
import { waitMs } from '#shared/record/replay/pace.ts'
import type { SessionRecord } from '../../session/record.ts'
import { wholeBody } from '../../session/whole-body.ts'
import type { Masking } from '../file/body-lines.ts'
import type { RecordedCall } from './recorded-calls.ts'

export interface AnswerAgain {
  readonly record: SessionRecord
  readonly sessionId: string
  readonly call: RecordedCall
  readonly pace: MockPace
  readonly mask: Masking
  /** JSON of the id the call came with. */
  readonly rpcId: string | undefined
  /** Changes the body of an answer that is not a stream. */
  readonly change?: (text: string) => string
}

const pageEntries = 500

export async function answerAgain(
  { record, sessionId, call, pace, mask, rpcId, change }: AnswerAgain,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const { signal } = gone
  let lastMonoMs = call.startedMonoMs

  const withId = idChange(call.rpcId, rpcId)
  const send = async (body: Body | undefined, changed: (text: string) => string = withId): Promise<void> => {
    if (body === undefined || signal.aborted) return
    const bytes = mask.bytes(Buffer.from(wholeBody(record, body)))
    const content = isUtf8(bytes) ? changed(Buffer.from(bytes).toString('utf8')) : bytes
    if (content.length > 0 && !response.write(content)) await drained(response, signal)
  }
  const tell = async (entry: Entry): Promise<'more' | 'ended' | 'cut'> => {
    switch (entry.kind) {
      case 'response':
        response.writeHead(entry.status, entry.statusText, headersOf(entry.headers, mask))
        response.flushHeaders()
        return 'more'
      case 'frame':
        await send(entry.raw)
        return 'more'
      case 'end':
        await send(entry.body, change ?? withId)
        await send(entry.leftover)
        return 'ended'
      case 'failure':
        await send(entry.body)
        await send(entry.leftover)
        // It was the recording side that had heard enough.
        return entry.failure === 'aborted' && response.headersSent ? 'ended' : 'cut'
      case 'request':
      case 'redirect':
      case 'webhook':
      case 'note':
        return 'more'
    }
  }

  const filter = { sessionId, exchangeId: call.exchangeId }
  for (let after = 0; !signal.aborted; ) {
    const { entries, next } = await record.read({ after, limit: pageEntries, filter })
    for (const entry of entries) {
      const wait = pauseOf(entry.monoMs - lastMonoMs, pace)
      lastMonoMs = entry.monoMs
      if (wait > 1) await sleep(wait, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      const told = await tell(entry)
      if (told === 'ended') return void response.end()
      if (told === 'cut') return void response.destroy()
    }
    // A call that was still open when the session ended.
    if (entries.length === 0) return void response.destroy()
    after = next
  }
}

function pauseOf(gapMs: number, pace: MockPace): number {
  return pace === 'at-once' ? 0 : waitMs(gapMs, { speed: 1, shorten: pace === 'shortened' })
}

/** Of this connection, not of the answer; and bodies are kept unpacked. */
const notAgain =
  /^(connection|keep-alive|transfer-encoding|content-length|content-encoding|date|trailer|upgrade)$/i

function headersOf(headers: RawHeaders, { text }: Masking): string[] {
  return headers
    .filter(([name]) => !notAgain.test(name) && !name.startsWith(':'))
    .flatMap(([name, value]) => [name, text(value)])
}

/** Puts the caller's id in the place of the recorded one. Everything else stays as it was, byte for byte. */
function idChange(recorded: string | undefined, asked: string | undefined): (text: string) => string {
  if (recorded === undefined || asked === undefined || recorded === asked) return (text) => text
  const pattern = new RegExp(`("id"\\s*:\\s*)${recorded.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[\\s,}])`)
  return (text) => text.replace(pattern, (_, before: string) => before + asked)
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    response.once('drain', done)
    signal.addEventListener('abort', done, { once: true })
  })
}
