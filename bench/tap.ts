// The tap against a direct call, and against nginx's proxy_pass: the first byte, a stream of small events, fifty
// streams at once, and the time until an abort reaches the agent. Usage: node bench/tap.ts (nginx of the system;
// without it that comparison is left out).

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defined } from '#shared/defined.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { median, startServer } from './start-server.ts'
import type { Arrived } from './tap-caller.ts'

const rounds = 5

/** In a separate process, so that its work is not the tap's. */
const caller = fork(fileURLToPath(new URL('./tap-caller.ts', import.meta.url)))

await once(caller, 'message')
await firstByte()
await throughput()
await manyStreams()
caller.disconnect()
await abort()

function callOnce(url: string): Promise<Arrived> {
  return callMany(url, 1).then(([arrived]) => arrived ?? { firstByteMs: 0, tookMs: 0, events: 0 })
}

async function callMany(url: string, calls: number): Promise<readonly Arrived[]> {
  caller.send({ url, calls })
  const [arrived] = await once(caller, 'message')
  return arrived
}

async function tapped(url: string) {
  const window = await openWindow()
  const tap = await window.client.taps.start({ agentId: await window.idOf(url) })
  return { ...window, address: `${tap.address}/`, id: tap.id }
}

async function firstByte(): Promise<void> {
  const server = await startServer(1)
  const tap = await tapped(server.url)
  const times = { direct: [] as number[], tap: [] as number[] }
  for (let call = 0; call < 400; call++) {
    const direct = await callOnce(server.url)
    const through = await callOnce(tap.address)
    if (call < 100) continue
    times.direct.push(direct.firstByteMs)
    times.tap.push(through.firstByteMs)
  }
  const later = median(times.tap) - median(times.direct)
  report(
    'first byte through the tap, later than direct, median of 300 (at most 2 ms)',
    `${later.toFixed(2)} ms (${median(times.direct).toFixed(2)} ms direct)`,
  )
  await tap.close()
  server.close()
}

async function throughput(): Promise<void> {
  const events = 100_000
  const server = await startServer(events)
  const [tap, nginx] = [await tapped(server.url), await startNginx(server.url)]
  const rates: Record<string, number[]> = { direct: [], tap: [], nginx: [] }
  const contestants = { direct: server.url, tap: tap.address, ...defined({ nginx: nginx?.url }) }
  for (let round = 0; round <= rounds; round++) {
    for (const [name, url] of Object.entries(contestants)) {
      const arrived = await callOnce(url)
      if (arrived.events !== events) throw new Error(`${name}: ${arrived.events} of ${events} events`)
      if (round > 0) rates[name]?.push(events / (arrived.tookMs / 1_000))
      // Later recording is not part of the comparison with nginx.
      await tap.engine.taps.recorded()
    }
  }
  for (const [name, all] of Object.entries(rates)) {
    if (all.length > 0) report(`${events} events, ${name}`, `${Math.round(median(all) / 1_000)} k events/s`)
  }
  const ratios = rates['tap']?.map((rate, round) => rate / (rates['nginx']?.[round] ?? Number.NaN)) ?? []
  report('tap / nginx (at least 0.8)', nginx ? median(ratios).toFixed(2) : 'no nginx here')
  nginx?.close()
  await tap.close()
  server.close()
}

async function manyStreams(): Promise<void> {
  const [streams, each, pauseMs, perBurst] = [50, 20_000, 10, 20]
  const server = await startServer(each, pauseMs, perBurst)
  const tap = await tapped(server.url)
  const arrived = await callMany(tap.address, streams)
  const passed = performance.now()
  await tap.engine.taps.recorded()
  const laterMs = performance.now() - passed
  tap.engine.record.flush()
  const page = await tap.client.console.exchanges({ filter: '', offset: 0, limit: 200 })
  const recorded = page.rows.filter(({ method }) => method === 'POST').map(({ frames }) => frames)
  const isWhole = (counts: readonly number[]) =>
    counts.length === streams && counts.every((count) => count === each)
  const slowest = Math.max(...arrived.map(({ tookMs }) => tookMs))
  report(
    `${streams} streams × 2,000 events/s for ${(each * pauseMs) / perBurst / 1_000} s`,
    `${isWhole(arrived.map(({ events }) => events)) ? 'all passed' : 'NOT ALL PASSED'}, ${isWhole(recorded) ? 'all recorded' : 'NOT ALL RECORDED'}, the last after ${(slowest / 1_000).toFixed(1)} s, recorded ${(laterMs / 1_000).toFixed(1)} s later`,
  )
  await tap.close()
  server.close()
}

/** From the caller's abort to its arrival at the agent, and vice versa. */
async function abort(): Promise<void> {
  let left = Promise.withResolvers<number>()
  let agentLeaves: () => void = () => undefined
  const agent = createHttpServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    response.on('close', () => left.resolve(performance.now()))
    agentLeaves = () => response.destroy()
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: {}\n\n')
  }).listen(0, '127.0.0.1')
  await once(agent, 'listening')
  const tap = await tapped(`http://127.0.0.1:${(agent.address() as AddressInfo).port}`)
  const times = { toAgent: [] as number[], toCaller: [] as number[] }
  for (let call = 0; call < 50; call++) {
    left = Promise.withResolvers()
    const sent = request(tap.address, { method: 'POST', agent: false }).end()
    sent.on('error', () => undefined)
    const [response] = await once(sent, 'response')
    await once(response, 'data')
    response.on('error', () => undefined)
    const gone = new Promise((resolve) => response.on('close', resolve))
    const started = performance.now()
    if (call % 2 === 0) {
      response.destroy()
      times.toAgent.push((await left.promise) - started)
    } else {
      agentLeaves()
      await gone
      times.toCaller.push(performance.now() - started)
    }
  }
  const worst = (all: readonly number[]) =>
    `${median(all).toFixed(1)} ms, worst ${Math.max(...all).toFixed(1)} ms`
  report('abort of the caller reaches the agent (at most 50 ms)', worst(times.toAgent))
  report('abort of the agent reaches the caller (at most 50 ms)', worst(times.toCaller))
  await tap.close()
  agent.close()
}

async function startNginx(agent: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-nginx-'))
  const spare = createServer().listen(0, '127.0.0.1')
  await once(spare, 'listening')
  const { port } = spare.address() as AddressInfo
  spare.close()
  await once(spare, 'close')
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {} http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
    server { listen 127.0.0.1:${port}; location / { proxy_pass ${agent}; proxy_buffering off; proxy_http_version 1.1; } } }`,
  )
  const child: ChildProcess = spawn('nginx', ['-p', folder, '-c', config], { stdio: 'ignore' })
  const failed = once(child, 'error').then(() => false)
  const url = `http://127.0.0.1:${port}/`
  const close = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return (await Promise.race([failed, answers(url)])) ? { url, close } : undefined
}

async function answers(url: string): Promise<boolean> {
  for (;;)
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return true
}

function report(what: string, result: string): void {
  process.stdout.write(`${what.padEnd(78)} ${result}\n`)
}
