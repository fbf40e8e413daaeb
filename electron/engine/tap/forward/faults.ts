// Fault injection: the agent is called and recorded as usual, but its caller receives an altered response, which the
// record attributes to Parley. So no finding blames the agent.

import type { ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { headerOf } from '#shared/a2a/header-of.ts'
import { type TapFault, type TapFaultKind, tapFaultKinds } from '#shared/contract/taps.ts'
import type { CallFacts, RawHeaders } from '#shared/record/entry.ts'
import type { WireFailure } from '../../wire/failure.ts'
import { createSseFramer } from '../../wire/sse.ts'
import type { ProxyCallEnd } from './call-end.ts'

/** Of a response, or of one of its events, that a fault is applied to; beyond it the connection to the caller is closed. */
export const maxSpoiledBytes = 16 * 1024 * 1024

/** Callers need the card to find the agent, so it has no faults. */
export function faultsOf(
  faults: readonly TapFault[],
  { purpose, operation, label, binding }: CallFacts,
): readonly TapFault[] {
  if (purpose === 'card') return []
  return faults.filter(
    ({ route, kind }) =>
      (route === '*' || route === operation || route === label) &&
      (kind !== 'grpc-status' || binding === 'GRPC'),
  )
}

export interface ForwardedHead {
  readonly status: number
  readonly headers: RawHeaders
}

interface Spoiled {
  /** As the agent sent it. */
  readonly head: ForwardedHead
  begin(head: ForwardedHead): void
  readonly response: ServerResponse
  readonly ending: ProxyCallEnd
  /** All of it was sent to the caller. */
  readonly onOver: () => void
}

/** Replaces the caller as the sink of the response. */
export function spoil(
  faults: readonly TapFault[],
  { head, begin, response, ending, onOver }: Spoiled,
): Duplex {
  const numberFor = valueIn(faults)
  ending.recorded().note(noteOf(faults))
  let isCut = false
  const cut = () => {
    isCut = true
  }
  const status = numberFor('status')
  const spoiling = Duplex.from(async function* (
    source: AsyncIterable<Buffer>,
    { signal }: { readonly signal: AbortSignal },
  ) {
    // Aborts when the caller leaves.
    const sleep: Sleep = (ms) => delay(ms, undefined, { signal })
    await sleep(numberFor('delay') ?? 0)
    begin(status === undefined ? { ...head, headers: unmeasured(head.headers) } : instead(status))
    const body = spoiledEvents(eventsOf(source, head.headers), { numberFor, sleep, cut, halved })
    for await (const bytes of body) {
      if (status === undefined) yield bytes
    }
    if (status !== undefined) yield Buffer.from(insteadText)
  })
  const over = async () => {
    await pipeline(spoiling, response, { end: false })
    if (!isCut) {
      response.end()
      return onOver()
    }
    // Flushes what precedes the cut.
    await new Promise<void>((resolve) => response.socket?.write('', () => resolve()))
    ending.stop(cutOnPurpose)
    response.destroy()
  }
  over().catch((error: unknown) => {
    ending.breakOff(error)
    response.destroy()
  })
  return spoiling
}

export function valueIn(faults: readonly TapFault[]) {
  return (kind: TapFaultKind) => faults.find((fault) => fault.kind === kind)?.value
}

export function noteOf(faults: readonly TapFault[]): string {
  const text = faults.map(({ kind, value }) => `${kind}: ${value} (${tapFaultKinds[kind]})`).join('; ')
  return `Parley injected a fault into this response. ${text}. Shown is what the agent sent.`
}

export type Sleep = (ms: number) => Promise<void>

interface Spoiling {
  readonly numberFor: (kind: TapFaultKind) => number | undefined
  readonly sleep: Sleep
  readonly cut: () => void
  readonly halved: (event: Buffer) => Buffer
}

export async function* spoiledEvents(
  events: AsyncIterable<Buffer>,
  { numberFor, sleep, cut, halved }: Spoiling,
): AsyncIterable<Buffer> {
  const jitterMs = numberFor('jitter') ?? 0
  const bytesPerSecond = numberFor('slow')
  let bytes: Buffer | undefined
  let index = 0
  for await (const event of events) {
    index += 1
    if (jitterMs > 0) await sleep(Math.random() * jitterMs)
    if (bytesPerSecond !== undefined) await sleep((event.byteLength / bytesPerSecond) * 1_000)
    if (index === numberFor('reorder')) bytes = event
    else if (index !== numberFor('drop')) yield index === numberFor('malformed') ? halved(event) : event
    if (index === numberFor('duplicate')) yield event
    if (bytes !== undefined && bytes !== event) {
      yield bytes
      bytes = undefined
    }
    if (index === numberFor('cut')) return cut()
  }
  if (bytes !== undefined) yield bytes
}

/** The events of an event stream with their line ends; any other body as one piece. */
async function* eventsOf(source: AsyncIterable<Buffer>, headers: RawHeaders): AsyncIterable<Buffer> {
  const isStream = /^text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? '')
  const framer = createSseFramer(maxSpoiledBytes)
  const whole: Buffer[] = []
  let wholeBytes = 0
  for await (const bytes of source) {
    wholeBytes += bytes.byteLength
    if (!isStream && wholeBytes > maxSpoiledBytes)
      throw new Error('This response is too large for a fault to be injected.')
    if (!isStream) whole.push(bytes)
    else {
      const events = framer.push(bytes)
      if (!events) throw new Error('An event of this response is too large for a fault to be injected.')
      for (const { text, bytes: raw } of events.frames) yield raw ?? Buffer.from(text)
      for (const text of events.texts) yield Buffer.from(text)
    }
  }
  const { frames, leftover } = framer.end()
  for (const { text, bytes } of frames) yield bytes ?? Buffer.from(text)
  const rest = isStream ? leftover : Buffer.concat(whole)
  if (rest.byteLength > 0) yield rest
}

/** The first half of an event's data, with its line ends. */
function halved(event: Buffer): Buffer {
  const text = event.toString('latin1')
  const end = /(\r\n|\n|\r)*$/.exec(text)?.[0] ?? ''
  return Buffer.from(text.slice(0, Math.ceil((text.length - end.length) / 2)) + end, 'latin1')
}

/** Without the headers of a length that changed. */
function unmeasured(headers: RawHeaders): RawHeaders {
  return headers.filter(([name]) => !/^(content-length|content-digest|digest)$/i.test(name))
}

export const insteadText = "Parley's tap injected this response in place of the agent's.\n"

function instead(status: number): ForwardedHead {
  return { status, headers: [['Content-Type', 'text/plain; charset=utf-8']] }
}

export const cutOnPurpose: WireFailure = {
  failure: 'aborted',
  message: 'Parley cut this connection: a fault injected by the tap. What had arrived is kept.',
}
