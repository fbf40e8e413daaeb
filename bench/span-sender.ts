// An agent in a separate process that sends spans at a rate: batches of real OTLP bytes, of which only the ids change.

import { Agent, request } from 'node:http'
import { encodeOtlp } from '#engine/traces/encode-otlp.ts'
import { type OtlpSpan, otlpSpan, otlpTraces } from '#shared/traces/otlp.ts'
import type { Span } from '#shared/traces/span.ts'

export interface Sending {
  readonly url: string
  readonly perSecond: number
  readonly seconds: number
}

export interface SentSpans {
  readonly sent: number
  /** Accepted by their responses. */
  readonly taken: number
  readonly slowestMs: number
  readonly bytesEach: number
}

const batchSpans = 500
export const spansPerTrace = 20

/** The number of a trace as its id. */
export function traceIdOf(n: number): string {
  return (n + 1).toString(16).padStart(32, '0')
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

function span(n: number): OtlpSpan {
  const sent: Span = {
    traceId: marker(Math.floor(n / spansPerTrace), 16),
    spanId: marker(1_000 + n, 8),
    name: 'chat a-model',
    kind: 'client',
    startMs: Date.now(),
    endMs: Date.now() + 12,
    attributes: {
      ...{
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'a-model',
        'gen_ai.usage.input_tokens': 812,
      },
      ...{ 'server.address': 'models.example.com', 'server.port': 443, 'http.response.status_code': 200 },
      ...{ 'url.path': '/v1/chat', 'thread.name': 'MainThread', 'code.function': 'complete' },
    },
    ...{ events: [], droppedEvents: 0, links: [], droppedLinks: 0 },
  }
  return otlpSpan(sent, (text) => text)
}

/** Unique bytes, to be replaced. */
function marker(n: number, bytes: number): string {
  return `fedcba98${n.toString(16).padStart(8, '0')}`.padEnd(bytes * 2, '7').slice(0, bytes * 2)
}

function placesOf(bytes: Buffer, id: string): readonly number[] {
  const places: number[] = []
  const requested = Buffer.from(id, 'hex')
  for (let at = bytes.indexOf(requested); at >= 0; at = bytes.indexOf(requested, at + 1)) places.push(at)
  return places
}

function send({ url }: Sending, body: Buffer): Promise<boolean> {
  const headers = { 'Content-Type': 'application/x-protobuf', 'Content-Length': body.byteLength }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let answered = 0
      response.on('data', (chunk: Buffer) => {
        answered += chunk.byteLength
      })
      // An empty response means that all were accepted.
      response.on('end', () => resolve(response.statusCode === 200 && answered === 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

process.on('message', async (sending: Sending) => {
  const spans = Array.from({ length: batchSpans }, (_, n) => span(n))
  const template = Buffer.from(encodeOtlp(otlpTraces(spans, '0')))
  const traces = Array.from({ length: batchSpans / spansPerTrace }, (_, n) =>
    placesOf(template, marker(n, 16)),
  )
  const ids = Array.from({ length: batchSpans }, (_, n) => placesOf(template, marker(1_000 + n, 8)))
  const batches = (sending.perSecond * sending.seconds) / batchSpans
  const everyMs = (1_000 * batchSpans) / sending.perSecond
  const begun = performance.now()
  const answers: Promise<boolean>[] = []
  let slowestMs = 0
  for (let batch = 0; batch < batches; batch++) {
    const body = Buffer.from(template)
    for (const [n, places] of traces.entries())
      for (const at of places) body.write(traceIdOf(batch * traces.length + n), at, 'hex')
    for (const [n, [at = 0]] of ids.entries()) body.writeBigUInt64BE(BigInt(batch * batchSpans + n + 1), at)
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, begun + batch * everyMs - performance.now())),
    )
    const requests = performance.now()
    answers.push(
      send(sending, body).finally(() => {
        slowestMs = Math.max(slowestMs, performance.now() - requests)
      }),
    )
  }
  const taken = (await Promise.all(answers)).filter((isTaken) => isTaken).length
  const result: SentSpans = {
    sent: batches * batchSpans,
    taken: taken * batchSpans,
    slowestMs,
    bytesEach: template.byteLength / batchSpans,
  }
  process.send?.(result)
})
process.on('disconnect', () => process.exit())
if (process.send) process.send('ready')
