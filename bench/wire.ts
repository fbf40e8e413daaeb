// The speed of a stream from an agent's socket to a viewer of the record, against a bare loop over the same bytes and
// against the official client; the latency of an entry without other load; whether many concurrent streams stay
// complete. Usage: node bench/wire.ts [EVENTS] [--varied] [--streams]

import { request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import type { Call } from '#engine/wire/wire-types.ts'
import type { Message } from '#shared/a2a/model.ts'
import { countOf } from '#shared/record/run.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { type OfficialClient, openOfficialClient } from './official-client.ts'
import { type BenchEngine, benchAgent, openEngine } from './open-engine.ts'
import { median, startServer } from './start-server.ts'
import type { Viewed } from './viewer.ts'

const events = Number(process.argv[2] ?? 200_000)
const rounds = 5
const targets = { alike: { bare: 0.6, official: 1 }, varied: { bare: 0.4, official: 0.6 } } as const
const message: Message = { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'go' }] }

function bareLoop(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { method: 'POST' }, (response) => {
      let last = 0
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const parts = (rest + text).split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) {
          JSON.parse(part.slice(6))
          last += 1
        }
      })
      response.on('end', () => resolve(last))
    })
      .on('error', reject)
      .end('{"id":null}')
  })
}

/** Captured, framed, decoded, judged, written, folded, and followed by a window in another process. */
function throughEngine(url: string, engine: BenchEngine): Promise<Viewed> {
  const { sessionId } = engine.record.createSession('bench')
  return engine.viewed(call(url, engine, sessionId).exchangeId)
}

function call(url: string, { wire }: BenchEngine, sessionId: string): Call {
  const stream = encoded('0.3', 'JSONRPC', { kind: 'stream', message })
  return wire.call({ sessionId, purpose: 'operation', agentId: benchAgent, url, ...stream })
}

async function throughOfficial(client: OfficialClient): Promise<number> {
  let last = 0
  const message = { kind: 'message', messageId: 'm', role: 'user', parts: [] }
  for await (const _ of client.sendMessageStream({ message })) last += 1
  return last
}

async function rate(run: () => Promise<number>): Promise<number> {
  const started = performance.now()
  const last = await run()
  if (last !== events) throw new Error(`${last} of ${events} events were seen`)
  return (events / (performance.now() - started)) * 1000
}

async function compareRates(kind: 'alike' | 'varied'): Promise<void> {
  const server = await (kind === 'alike' ? startServer(events) : startServer(events, 0, 1, 'varied'))
  const official = await openOfficialClient(server.url)
  const engine = await openEngine()
  const rates = { bare: [] as number[], engine: [] as number[], official: [] as number[] }
  const costs: Costs[] = []
  let windowMs = 0
  // The first round warms all of them up: engine and window, like the loop and the client, stay between rounds.
  for (let round = 0; round <= rounds; round += 1) {
    const bare = await rate(() => bareLoop(server.url))
    const before = { agent: await server.cpuMs(), engine: ownCpuMs(), window: windowMs }
    const through = await rate(async () => {
      const viewed = await throughEngine(server.url, engine)
      windowMs = viewed.cpuMs
      return viewed.events
    })
    const after = { agent: await server.cpuMs(), engine: ownCpuMs(), window: windowMs }
    // Pending indexing would slow down the loop and the client, which run in this process.
    await engine.record.search('event', 0, 1)
    const other = official && (await rate(() => throughOfficial(official)))
    if (round === 0) continue
    costs.push(costsSince(before, after))
    rates.bare.push(bare)
    rates.engine.push(through)
    if (other !== undefined) rates.official.push(other)
  }
  await engine.close()
  server.close()
  const ratio = (sources: readonly number[]) =>
    median(rates.engine.map((value, index) => value / (sources[index] ?? Number.NaN)))
  report(`${events} events ${kind}, bare split + JSON.parse`, `${thousands(median(rates.bare))} events/s`)
  report('the same through the engine to a window', `${thousands(median(rates.engine))} events/s`)
  report('processor time of a stream', spelled(medians(costs)))
  report(`ratio to the bare loop (at least ${targets[kind].bare})`, ratio(rates.bare).toFixed(2))
  if (official === undefined) return report('official client', 'unavailable: the registry did not answer')
  report('official client 0.3.14', `${thousands(median(rates.official))} events/s`)
  report(
    `ratio to the official client (at least ${targets[kind].official})`,
    ratio(rates.official).toFixed(2),
  )
}

/** Processor time of each process, in milliseconds. */
interface Costs {
  readonly agent: number
  readonly engine: number
  readonly window: number
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function costsSince(before: Costs, after: Costs): Costs {
  return {
    agent: after.agent - before.agent,
    engine: after.engine - before.engine,
    window: after.window - before.window,
  }
}

function medians(costs: readonly Costs[]): Costs {
  return {
    agent: median(costs.map(({ agent }) => agent)),
    engine: median(costs.map(({ engine }) => engine)),
    window: median(costs.map(({ window }) => window)),
  }
}

function spelled({ agent, engine, window }: Costs): string {
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2)
  return `agent ${seconds(agent)} s, engine ${seconds(engine)} s, window ${seconds(window)} s`
}

/** From the agent's write to the reader's entry, one event at a time. */
async function measureLatency(): Promise<void> {
  const engine = await openEngine()
  let write: (text: string) => void = () => undefined
  const opened = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n')
      write = (text) => socket.write(text)
      opened.resolve()
    })
  })
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  const stop = new AbortController()
  const { sessionId } = engine.record.createSession('latency')
  const { exchangeId, done } = engine.wire.request({
    sessionId,
    purpose: 'raw',
    method: 'POST',
    url: `http://127.0.0.1:${port}/`,
    signal: stop.signal,
  })
  await opened.promise
  const filter = { exchangeId, kinds: ['frame' as const] }
  const latencies: number[] = []
  let after = 0
  for (let index = 0; index < 200; index += 1) {
    const reading = engine.record.read({ after, waitMs: 5_000, filter })
    await new Promise((resolve) => setTimeout(resolve, 20))
    const started = performance.now()
    write('data: {"n":1}\n\n')
    after = (await reading).next
    latencies.push(performance.now() - started)
  }
  stop.abort()
  await done
  server.close()
  await engine.close()
  report("agent's byte to readable entry, idle, median (at most 3 ms)", `${median(latencies).toFixed(2)} ms`)
}

async function manyStreams(): Promise<void> {
  const streams = 50
  const each = 60_000
  const [pauseMs, perBurst] = [10, 20]
  const perSecond = (perBurst * 1000) / pauseMs
  const server = await startServer(each, pauseMs, perBurst)
  const engine = await openEngine()
  const { sessionId } = engine.record.createSession('many')
  const before = { agent: await server.cpuMs(), engine: ownCpuMs(), window: 0 }
  const started = performance.now()
  const calls = Array.from({ length: streams }, () => call(server.url, engine, sessionId))
  const viewed = Promise.all(calls.map(({ exchangeId }) => engine.viewed(exchangeId)))
  const ended = Promise.all(calls.map((call) => call.done)).then(() => engine.record.flush())
  const nextIndex = new Map(calls.map((call) => [call.exchangeId, 0]))
  let open = streams
  for (let after = 0; open > 0; ) {
    const { packed, next } = await engine.record.readPacked({ after, limit: 5_000, waitMs: 5_000 })
    for (const entry of packed) {
      if (entry.kind === 'end' || entry.kind === 'failure') open -= 1
      if (entry.kind !== 'frame' && entry.kind !== 'run') continue
      if (nextIndex.get(entry.exchangeId) !== entry.index)
        throw new Error(`frame ${entry.index} out of order`)
      nextIndex.set(entry.exchangeId, entry.index + countOf(entry))
    }
    after = next
  }
  await ended
  const recordedSeconds = (performance.now() - started) / 1000
  const shown = await viewed
  const viewedSeconds = (performance.now() - started) / 1000
  const whole = [...nextIndex.values(), ...shown.map(({ events: count }) => count)].every(
    (count) => count === each,
  )
  report(
    `${streams} streams of ${each} events at once, for ${(each / perSecond).toFixed(0)} s`,
    `${whole ? 'all there, in order' : 'NOT WHOLE'}, recorded after ${recordedSeconds.toFixed(1)} s, viewed after ${viewedSeconds.toFixed(1)} s, ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
  )
  const window = Math.max(...shown.map(({ cpuMs }) => cpuMs))
  report(
    'processor time of it',
    spelled(costsSince(before, { agent: await server.cpuMs(), engine: ownCpuMs(), window })),
  )
  server.close()
  await engine.close()
}

function report(what: string, result: string): void {
  process.stdout.write(`${what.padEnd(62)} ${result}\n`)
}

function thousands(value: number): string {
  return `${Math.round(value / 1000)} k`
}

await compareRates(process.argv.includes('--varied') ? 'varied' : 'alike')
await measureLatency()
if (process.argv.includes('--streams')) await manyStreams()
