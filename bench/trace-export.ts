// The cost of sending traces: the processor time of a process that records a stream of 5,000 events per second, with
// and without live export to an endpoint in a separate process, in alternation, each until its spans were accepted.
// Usage: node --expose-gc bench/trace-export.ts [SECONDS] [alike|varied]

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createJudge } from '#engine/judge.ts'
import { createWire } from '#engine/wire/wire.ts'
import type { Message } from '#shared/a2a/model.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { median, startServer } from './start-server.ts'

const seconds = Number(process.argv[2] ?? 10)
const [perSecond, pauseMs, rounds, maxShare] = [5_000, 10, 7, 0.05]
const message: Message = { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'go' }] }
const ways = ['without', 'json', 'protobuf'] as const
type Way = (typeof ways)[number]

const sink = fork(fileURLToPath(new URL('./trace-sink.ts', import.meta.url)))
const endpoint = await endpointOf(sink)
let missed = false
const kinds = (['alike', 'varied'] as const).filter((kind) => kind === (process.argv[3] ?? kind))
for (const kind of kinds) await compare(kind)
sink.disconnect()
if (missed) process.exitCode = 1

async function compare(kind: 'alike' | 'varied'): Promise<void> {
  const stream = [seconds * perSecond, pauseMs, (perSecond * pauseMs) / 1_000] as const
  const server = await (kind === 'alike' ? startServer(...stream) : startServer(...stream, 'varied'))
  const window = await openWindow()
  const { record, traces } = window.engine
  const wire = createWire({ record, judge: createJudge() })
  const { sessionId } = record.createSession('bench')
  const costs: Record<Way, number[]> = { without: [], json: [], protobuf: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const way of ways) {
      const format = way === 'protobuf' ? 'protobuf' : 'json'
      await traces.configure({ enabled: way !== 'without', endpoint, format, headers: [] })
      // Collects the garbage of the previous case.
      globalThis.gc?.()
      const before = cpuMs()
      const call = encoded('0.3', 'JSONRPC', { kind: 'stream', message })
      await wire.call({ sessionId, purpose: 'operation', url: server.url, ...call }).done
      record.flush()
      if (way !== 'without' && !(await traces.flush(30_000))) throw new Error('not all was sent')
      // The first round warms all of them up.
      if (round > 0) costs[way].push(cpuMs() - before)
    }
  }
  for (const way of ways.slice(1)) {
    const shares = costs[way].map((cost, round) => cost / (costs.without[round] ?? Number.NaN) - 1)
    const share = median(shares)
    if (share > maxShare) missed = true
    report(
      `${kind}, ${way}: more processor time than without (at most ${maxShare * 100} %)`,
      `${percent(share)}; ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} in ${rounds} rounds; ${Math.round(median(costs[way]))} ms, without ${Math.round(median(costs.without))} ms; load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  wire.close()
  await window.close()
  server.close()
}

async function endpointOf(child: ChildProcess): Promise<string> {
  const [port] = await once(child, 'message')
  return `http://127.0.0.1:${port}`
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function report(what: string, result: string): void {
  process.stdout.write(`${what.padEnd(72)} ${result}\n`)
}
