// An agent that calls another through a tap, both with spans: the spans under a call, and the sequence, are equal live,
// in a stored session, after an import and in a replay; pages are tested in renderer/page.

import { afterEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { newSpanId, otlpJson } from '#testing/engine/otlp-json.ts'
import { callTraced, postSpans, spansAddress } from '#testing/engine/traced-calls.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

async function opened(): Promise<TestWindow> {
  const window = await openWindow()
  toClose.push(() => window.close())
  return window
}
async function made(name: string): Promise<Agent> {
  const one = await agent({ dialect: '1.0', card: { name } })
  toClose.push(one.close)
  return one
}
const all = { folded: [], offset: 0, limit: 100 }
const secret = 'a-secret-that-is-learnt-late'

/** Parley calls Planner, which calls Hotels through a tap. */
async function lived(window: TestWindow) {
  const [planner, hotels] = [await made('Planner'), await made('Hotels')]
  await window.connect(hotels.url)
  const tap = await window.client.taps.start({ agentId: await window.idOf(hotels.url) })
  const call = await callTraced(window, planner.url)
  const url = await spansAddress(window)
  const { traceId, spanId: parentSpanId } = call
  const [server, client, below] = [newSpanId(), newSpanId(), newSpanId()]
  await fetch(tap.address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${client}-01` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'none' } }),
  })
  const request = { traceId, spanId: server, parentSpanId, name: 'serve', kind: 2 }
  const delegation = { traceId, spanId: client, parentSpanId: server, name: 'ask Hotels', kind: 3 }
  const when = { startMs: call.startedAt, endMs: call.startedAt + 1 }
  const inPlanner = [request, delegation].map((span) => ({
    ...{ ...span, ...when },
    attributes: { note: `has ${secret}` },
  }))
  await postSpans(url, otlpJson('planner', inPlanner))
  await postSpans(
    url,
    otlpJson('hotels', [{ ...when, traceId, spanId: below, parentSpanId: client, name: 'serve', kind: 2 }]),
  )
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  return { ...call, sessionId, clientSpan: client }
}

async function spansIn({ client }: TestWindow, exchangeId: string, sessionId?: string) {
  const source = sessionId === undefined ? {} : { sessionId }
  const { rows } = await client.spans.ofExchange({ ...source, exchangeId, ...all })
  const sequence = await client.together.sequence({ ...source, open: [], offset: 0, limit: 100 })
  const calls = sequence.rows.flatMap((row) => (row.kind === 'call' ? [row.why?.reasons] : []))
  return { rows: rows.map(({ depth, name, service }) => [depth, name, service]), calls }
}

const expected = {
  rows: [
    [0, 'SendStreamingMessage', ''],
    [1, 'serve', 'planner'],
    [2, 'ask Hotels', 'planner'],
    [3, 'GetTask', ''],
    [4, 'serve', 'hotels'],
  ],
  calls: [undefined, ['span', 'trace']],
}

async function imported(window: TestWindow, sessionId: string): Promise<string> {
  const { sessionFiles } = window.client
  let file = ''
  const requested = { sessionId, selection: { of: 'session' }, format: 'parley' } as const
  for await (const step of await sessionFiles.exporting(requested))
    if (step.kind === 'ready')
      file = (await sessionFiles.readExport({ ...step, offset: 0, length: step.sizeBytes })).base64
  const { uploadId } = await sessionFiles.beginUpload()
  await sessionFiles.upload({ uploadId, base64: file })
  for await (const step of await sessionFiles.importing({ uploadId, damaged: 'refuse' }))
    if (step.kind === 'done') return step.sessionId
  throw new Error('the import did not end')
}

test('live, kept, and after an import', async () => {
  const window = await opened()
  const { agentId, exchangeId, sessionId, traceId, clientSpan } = await lived(window)
  expect(await spansIn(window, exchangeId)).toEqual(expected)
  await window.client.sessions.record({ action: 'new' })
  expect(await spansIn(window, exchangeId, sessionId)).toEqual(expected)
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: secret }] })
  await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  const other = await imported(window, sessionId)
  const { rows } = await window.client.console.exchanges({
    sessionId: other,
    filter: '',
    offset: 0,
    limit: 10,
  })
  const same = rows.find((row) => row.operation === 'stream')?.id ?? ''
  expect(await spansIn(window, same, other)).toEqual(expected)
  const note = (await window.client.spans.span({ sessionId: other, traceId, spanId: clientSpan }))?.attributes
  expect(JSON.stringify(note)).not.toContain(secret)
  expect((await window.client.spans.unknown({ sessionId: other, offset: 0, limit: 10 })).total).toBe(0)
})

test('in a replay, once it has come so far', async () => {
  const window = await opened()
  const { exchangeId, sessionId } = await lived(window)
  await window.client.sessions.record({ action: 'new' })
  const { replayId, shownId } = await window.client.replays.open({ sessionId })
  expect((await window.client.spans.ofExchange({ sessionId: shownId, exchangeId, ...all })).rows).toEqual([])
  await window.client.replays.control({ replayId, action: { kind: 'seek', seq: Number.MAX_SAFE_INTEGER } })
  expect(await spansIn(window, exchangeId, shownId)).toEqual(expected)
})

test('spans go with their session, and those of no exchange with the one that was recorded', async () => {
  const window = await opened()
  const { traceId, sessionId } = await lived(window)
  const url = await spansAddress(window)
  const stray = { traceId: 'ab'.repeat(16), spanId: newSpanId(), name: 'stray' }
  await postSpans(url, otlpJson('other', [stray]))
  await window.client.sessions.record({ action: 'new' })
  expect((await window.client.spans.ofTrace({ traceId, ...all })).spans).toBe(3)
  await window.engine.record.deleteSession(sessionId)
  for (const id of [traceId, stray.traceId])
    expect((await window.client.spans.ofTrace({ traceId: id, ...all })).spans).toBe(0)
  expect(window.disk()).not.toContain('ask Hotels')
})
