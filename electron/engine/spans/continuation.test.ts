// A finding about calls whose agent begins a separate trace; none where several calls, agents or callers make that uncertain.

import { afterEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { newSpanId, newTraceId, otlpJson } from '#testing/engine/otlp-json.ts'
import { callTraced, type TracedCall } from '#testing/engine/traced-calls.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { systemClock } from '../platform/clock.ts'
import { createContinuation } from './continuation.ts'
import { createTakeSpans } from './take-spans.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

/** As in the receiver, with a shorter time for spans to arrive. */
async function receiving() {
  const window = await openWindow()
  toClose.push(() => window.close())
  const { record } = window.engine
  const continuation = createContinuation({ record, clock: systemClock, settleMs: 20 })
  toClose.push(continuation.close)
  const mask = {
    text: (text: string) => text,
    url: (url: string) => url,
    headers: <T>(headers: T) => headers,
  }
  const recorded = () => window.engine.sessions.currentSession()
  const take = createTakeSpans({ record, mask, recorded, clock: systemClock, onTaken: continuation.note })
  const send = (spans: Parameters<typeof otlpJson>[1]) =>
    take({ format: 'json', body: Buffer.from(JSON.stringify(otlpJson('agent', spans))) })
  return { window, send }
}

async function called(window: TestWindow) {
  const kit = await agent({ dialect: '1.0' })
  toClose.push(kit.close)
  const call = await callTraced(window, kit.url)
  const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 50 })
  const { port, pathname: path } = new URL(rows.find(({ id }) => id === call.exchangeId)?.url ?? '')
  return { ...call, port, path }
}

const serving = ({
  startedAt,
  port,
  path,
}: TracedCall & { readonly port: string; readonly path: string }) => ({
  ...{ traceId: newTraceId(), spanId: newSpanId(), name: 'POST /', kind: 2 },
  ...{ startMs: startedAt, endMs: startedAt + 1, attributes: { 'server.port': port, 'url.path': path } },
})

async function findingsOf({ client }: TestWindow) {
  const { rows } = await client.console.findings({ offset: 0, limit: 50 })
  return rows.flatMap(({ exchangeId, findings = [] }) =>
    findings.flatMap(({ rule }) => (rule === 'PARLEY-TRACE-001' ? [exchangeId] : [])),
  )
}

test('a call whose agent begins a trace of its own has the finding, once', async () => {
  const { window, send } = await receiving()
  const call = await called(window)
  const span = serving(call)
  await send([span])
  await send([span])
  await expect.poll(() => findingsOf(window)).toEqual([call.exchangeId])
  const entries = await window.entries(call.exchangeId)
  expect(entries.at(-1)).toMatchObject({ kind: 'note', findings: [{ rule: 'PARLEY-TRACE-001' }] })
})

test('calls of several agents are told apart, and what may be another’s is no finding', async () => {
  const { window, send } = await receiving()
  const [first, second, third] = [await called(window), await called(window), await called(window)]
  const continued = { traceId: second.traceId, spanId: newSpanId(), parentSpanId: second.spanId }
  await send([
    serving(first),
    // This one continues its trace, and serves another caller at that time.
    { ...serving(second), ...continued },
    serving(second),
    // Two concurrent requests, one of them Parley's.
    serving(third),
    serving(third),
  ])
  await expect.poll(() => findingsOf(window)).toEqual([first.exchangeId])
})
