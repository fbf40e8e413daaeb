// An agent that sends as many events as possible for a minute: whether all are recorded in order, and the engine's
// memory meanwhile. The agent is the kit's, in a separate process. Usage: node --expose-gc bench/flood.ts [SECONDS]

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createJudge } from '#engine/judge.ts'
import { openRecord, type SessionRecord } from '#engine/store/record.ts'
import { createWire } from '#engine/wire/wire.ts'
import { median } from './start-server.ts'

const seconds = Number(process.argv[2] ?? 60)

const agent = await startFlood()
const dataDir = mkdtempSync(join(tmpdir(), 'parley-flood-'))
const record = openRecord({ dataDir })
const wire = createWire({ record, judge: createJudge() })
const { sessionId } = record.createSession('flood')
const stop = new AbortController()
const request = { sessionId, purpose: 'raw', method: 'POST', url: agent.url, signal: stop.signal } as const
const { exchangeId, done } = wire.request(request)

const resident: number[] = []
for (let second = 0; second < seconds; second++) {
  await sleep(1_000)
  resident.push(process.memoryUsage.rss())
}
stop.abort()
const outcome = await done
record.flush()
const { count, inOrder } = await readBack(record, exchangeId)
globalThis.gc?.()
const live = process.memoryUsage().heapUsed
const half = Math.floor(resident.length / 2)

console.log(
  `${count} events in ${seconds} s: ${Math.round(count / seconds / 1000)} k a second, ${inOrder ? 'all in order' : 'NOT IN ORDER'}`,
)
console.log(`the exchange ended as ${outcome.kind === 'failure' ? outcome.failure.failure : outcome.kind}`)
console.log(
  `resident: median of the first half ${mb(median(resident.slice(0, half)))}, of the second ${mb(median(resident.slice(half)))}, peak ${mb(Math.max(...resident))}`,
)
console.log(`live heap afterwards ${mb(live)}; on disk ${mb(sizeOf(dataDir))}`)
wire.close()
record.close()
agent.close()
rmSync(dataDir, { recursive: true, force: true })
if (!inOrder) process.exitCode = 1

async function readBack(record: SessionRecord, exchangeId: string) {
  let count = 0
  let inOrder = true
  for (let after = 0; ; ) {
    const page = await record.read({ after, limit: 5_000, filter: { exchangeId, kinds: ['frame'] } })
    for (const entry of page.entries) {
      if (entry.kind === 'frame' && entry.index !== count) inOrder = false
      count += 1
    }
    if (page.entries.length === 0) return { count, inOrder }
    after = page.next
  }
}

async function startFlood() {
  const cli = join(import.meta.dirname, '..', 'e2e', 'agents', 'cli.ts')
  const child = spawn(process.execPath, [cli, 'wire-flood'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(line).replace(/^\S+ /, ''), close: () => child.kill() }
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}
