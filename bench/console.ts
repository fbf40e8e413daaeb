// The console at size: a list of many exchanges, one of them with very many frames, asked through the contract as a window
// asks. Usage: node bench/console.ts [EXCHANGES] [FRAMES]

import { openWindow } from '#engine/testing/open-window.ts'
import type { NewEntry } from '#shared/record/entry.ts'
import { median } from './start-server.ts'

const exchanges = Number(process.argv[2] ?? 100_000)
const frames = Number(process.argv[3] ?? 1_000_000)
const pageRows = 100

const { client, engine, close } = await openWindow()
const { record } = engine
const { sessionId } = record.createSession('bench')
const methods = ['SendMessage', 'GetTask', 'ListTasks', 'SendStreamingMessage']

for (let index = 0; index < exchanges; index += 1) {
  for (const entry of call(`exchange-${index}`, index)) record.append(entry)
  if (index % 10_000 === 9_999) await settled()
}
const [head, , end] = call('long', exchanges)
if (head && end) {
  record.append({ ...head, monoMs: 0 })
  for (let index = 0; index < frames; index += 1) {
    record.append(frame('long', index))
    if (index % 50_000 === 49_999) await settled()
  }
  record.append(end)
}
await settled()

const list = (filter: string, offset: number) => client.console.exchanges({ filter, offset, limit: pageRows })
report('the first page', await timed(() => list('', 0)))
report('the last page', await timed(() => list('', exchanges - pageRows)))
report('any page', await each(200, (at) => list('', Math.floor(at * (exchanges - pageRows)))))
for (const filter of ['method:GetTask', 'status:error', 'dur>50ms size>1k', 'kind:stream', 'agent:nobody']) {
  report(`${filter}, first`, await timed(() => list(filter, 0)))
  report(`${filter}, any page`, await each(50, (at) => list(filter, Math.floor((at * exchanges) / 8))))
}
report(
  'where an exchange stands',
  await each(50, (at) =>
    client.console.position({ filter: '', exchangeId: `exchange-${Math.floor(at * exchanges)}` }),
  ),
)
report('the long exchange in full', await timed(() => client.console.exchange({ exchangeId: 'long' })))
report(
  'any page of its frames',
  await each(200, (at) =>
    client.console.frames({ exchangeId: 'long', offset: Math.floor(at * (frames - 200)), limit: 200 }),
  ),
)
report(
  'its findings',
  await timed(() => client.console.findings({ exchangeId: 'long', offset: 0, limit: 200 })),
)
const resident = process.memoryUsage.rss()
console.log(`engine and writer, resident`.padEnd(40), `${Math.round(resident / 1e6)} MB`)
await close()

function call(exchangeId: string, index: number): readonly NewEntry[] {
  const label = methods[index % methods.length] ?? ''
  const base = { sessionId, exchangeId, at: 1_790_000_000_000 + index * 10, monoMs: index * 10 }
  const body = `{"jsonrpc":"2.0","id":"${index}","result":{"task":{"id":"task-${index}"}}}`
  return [
    {
      ...base,
      kind: 'request',
      call: { purpose: 'operation', operation: 'send', dialect: '1.0', binding: 'JSONRPC', label },
      method: 'POST',
      url: 'http://127.0.0.1:41241/',
      headers: [['Content-Type', 'application/json']],
      body: { sizeBytes: body.length, text: body },
    },
    { ...base, kind: 'response', monoMs: base.monoMs + 3, status: 200, statusText: 'OK', headers: [] },
    {
      ...base,
      kind: 'end',
      monoMs: base.monoMs + (index % 100),
      reason: 'complete',
      receivedBytes: index % 5_000,
      body: { sizeBytes: body.length, text: body },
    },
  ]
}

function frame(exchangeId: string, index: number): NewEntry {
  const data = `{"jsonrpc":"2.0","id":"1","result":{"artifactUpdate":{"taskId":"t","artifact":{"artifactId":"a","parts":[{"text":"word ${index} "}]},"append":true}}}`
  const raw = `data: ${data}\n\n`
  return {
    sessionId,
    exchangeId,
    at: 1_790_000_000_000 + index,
    monoMs: index / 7,
    kind: 'frame',
    index,
    framing: 'sse',
    raw: { sizeBytes: raw.length, text: raw },
    data: { sizeBytes: data.length, text: data },
  }
}

async function settled(): Promise<void> {
  record.flush()
  await new Promise((resolve) => setImmediate(resolve))
}

async function timed(ask: () => Promise<unknown>): Promise<readonly number[]> {
  const startMs = performance.now()
  await ask()
  return [performance.now() - startMs]
}

/** At places all over, always the same ones. */
async function each(count: number, ask: (at: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    times.push(...(await timed(() => ask((index * 0.618_033_988_749_895) % 1))))
  }
  return times
}

function report(what: string, times: readonly number[]): void {
  const worst = Math.max(...times)
  const figures =
    times.length === 1
      ? `${worst.toFixed(1)} ms`
      : `${median(times).toFixed(1)} ms, worst ${worst.toFixed(1)} ms`
  console.log(what.padEnd(40), figures)
}
