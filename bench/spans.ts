// Spans of agents: twenty thousand per second for half a minute, counted on both sides and read by trace, with the
// waits of the engine's other work meanwhile; and ten thousand under one task, listed. Usage: node bench/spans.ts
// [seconds]

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { openWindow } from '#testing/engine/open-window.ts'
import { newSpanId, otlpJson } from '#testing/engine/otlp-json.ts'
import { callTraced, postSpans, spansAddress } from '#testing/engine/traced-calls.ts'
import { agent } from '../e2e/agents/agent.ts'
import { type Sending, type SentSpans, spansPerTrace, traceIdOf } from './span-sender.ts'
import { median } from './start-server.ts'

const perSecond = 20_000
const seconds = Number(process.argv[2] ?? 30)

await rate()
await listing()

async function rate(): Promise<void> {
  const window = await openWindow()
  const url = await spansAddress(window)
  const sender = fork(fileURLToPath(new URL('./span-sender.ts', import.meta.url)))
  await once(sender, 'message')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.cpuUsage()
  const begun = performance.now()
  sender.send({ url, perSecond, seconds } satisfies Sending)
  const [result] = (await once(sender, 'message')) as [SentSpans]
  const tookMs = performance.now() - begun
  const { user, system } = process.cpuUsage(before)
  delay.disable()
  sender.disconnect()
  const { counts } = await window.client.spanReceiver.state()
  let readBack = 0
  for (let trace = 0; trace * spansPerTrace < result.sent; trace++) {
    const looked = { traceId: traceIdOf(trace), folded: [], offset: 0, limit: 1 }
    readBack += (await window.client.spans.ofTrace(looked)).spans
  }
  report('sent, and said to be taken', `${result.sent}, ${result.taken} in ${(tookMs / 1_000).toFixed(1)} s`)
  report(
    'received, repeated, refused, dropped',
    `${counts.received}, ${counts.repeated}, ${counts.refused}, ${counts.dropped}`,
  )
  report('read back by trace', String(readBack))
  report('bytes a span', result.bytesEach.toFixed(0))
  report('slowest answer', `${result.slowestMs.toFixed(0)} ms`)
  report('event loop late, 99 % and most', `${ms(delay.percentile(99))}, ${ms(delay.max)}`)
  report('engine’s CPU', `${((100 * (user + system)) / 1_000 / tookMs).toFixed(0)} % of a core`)
  await window.close()
  if (readBack !== result.sent || counts.received !== result.sent) process.exitCode = 1
}

async function listing(): Promise<void> {
  const window = await openWindow()
  const kit = await agent({ dialect: '1.0' })
  const { exchangeId, traceId, spanId } = await callTraced(window, kit.url)
  const url = await spansAddress(window)
  const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 100 })
  const taskId = rows.find(({ id }) => id === exchangeId)?.taskId ?? ''
  let parentSpanId = spanId
  const spans = Array.from({ length: 10_000 }, (_, n) => {
    const span = { traceId, spanId: newSpanId(), parentSpanId, name: `step ${n}` }
    if (n % 20 === 0) parentSpanId = span.spanId
    return { ...span, attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'a-model' } }
  })
  await postSpans(url, otlpJson('kit', spans))
  const [first, next, cpu]: number[][] = [[], [], []]
  for (let round = 0; round < 30; round++) {
    // Another span, so that no cached result applies.
    await postSpans(url, otlpJson('kit', [{ traceId, spanId: newSpanId(), parentSpanId, name: 'one more' }]))
    for (const [times, offset] of [
      [first, 0],
      [next, 5_000],
    ] as const) {
      const [begun, before] = [performance.now(), process.cpuUsage()]
      const page = await window.client.spans.ofTask({ taskId, folded: [], offset, limit: 200 })
      if (page.rows.length !== 200 || page.spans !== 10_001 + round) throw new Error('not all are listed')
      times?.push(performance.now() - begun)
      const { user, system } = process.cpuUsage(before)
      if (offset === 0) cpu?.push((user + system) / 1_000)
    }
  }
  report(
    '10,000 spans under a task, listed (at most 100 ms)',
    `${median(first ?? []).toFixed(1)} ms, slowest ${Math.max(...(first ?? [])).toFixed(1)} ms; ${median(cpu ?? []).toFixed(1)} ms of CPU`,
  )
  report('the next page of it', `${median(next ?? []).toFixed(1)} ms`)
  await window.close()
  await kit.close()
}

function ms(nanoseconds: number): string {
  return `${(nanoseconds / 1e6).toFixed(1)} ms`
}

function report(what: string, value: string): void {
  console.log(`${what}: ${value}`)
}
