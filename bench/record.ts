// A record of a million entries: the time to open it, to jump anywhere, and to count the matches of a filter. Usage:
// node bench/record.ts [ENTRIES]

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EntryFilter, openRecord } from '#engine/store/record.ts'
import type { NewEntry } from '#shared/record/entry.ts'
import { median } from './start-server.ts'

const entries = Number(process.argv[2] ?? 1_000_000)
const perExchange = 2_000

function frame(sessionId: string, index: number): NewEntry {
  const exchangeId = `exchange-${Math.floor(index / perExchange)}`
  const base = { sessionId, exchangeId, at: 1_790_000_000_000 + index, monoMs: index / 7 }
  if (index % perExchange === 0) return { ...base, kind: 'note', text: `exchange ${index}` }
  const data = JSON.stringify({
    jsonrpc: '2.0',
    id: '1',
    result: {
      kind: 'artifact-update',
      taskId: 'task',
      contextId: 'context',
      artifact: { artifactId: 'a', parts: [{ kind: 'text', text: `token number ${index}` }] },
      append: true,
    },
  })
  const raw = `data: ${data}\n\n`
  const plain: NewEntry = {
    ...base,
    kind: 'frame',
    index: index % perExchange,
    framing: 'sse',
    raw: { sizeBytes: raw.length, text: raw },
    data: { sizeBytes: data.length, text: data },
  }
  if (index % 1_000 !== 1) return plain
  const finding = {
    rule: 'bench',
    severity: 'warning' as const,
    pointer: '',
    message: 'm',
    hint: 'h',
    spec: { version: '1.0', section: '1' },
  }
  return { ...plain, findings: [finding] }
}

// Written by another process, so that the memory of an engine that opens the file is measured.
if (process.argv[3] !== undefined) {
  await writeAll(process.argv[3])
  process.exit()
}
const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(entries), dataDir], { stdio: 'inherit' })
report('file', `${Math.round(statSync(join(dataDir, 'record.sqlite')).size / 1e6)} MB`)

const opening = performance.now()
const record = openRecord({ dataDir })
await record.read({ after: entries - 100 })
const sessionId = record.sessions()[0]?.sessionId ?? ''
report('open, and the newest page (at most 1 s)', milliseconds(performance.now() - opening))

const jumps: number[] = []
for (let jump = 0; jump < 200; jump += 1) {
  const offset = Math.floor((entries - 200) * ((jump * 0.618) % 1))
  const begun = performance.now()
  const page = await record.page({ offset, limit: 200 })
  jumps.push(performance.now() - begun)
  if (page[0]?.seq !== offset + 1) throw new Error(`page ${offset} began at ${page[0]?.seq}`)
}
report(
  'page of 200 anywhere, median / worst (at most 10 ms)',
  `${milliseconds(median(jumps))} / ${milliseconds(Math.max(...jumps))}`,
)

const filters: readonly (readonly [string, EntryFilter])[] = [
  ['session', { sessionId }],
  ['kind', { kinds: ['frame'] }],
  ['exchange', { exchangeId: 'exchange-100' }],
  ['task', { taskId: 'task-100' }],
  ['session and kind', { sessionId, kinds: ['frame'] }],
]
for (const [name, filter] of filters) {
  const begun = performance.now()
  const count = await record.count(filter)
  report(`count by ${name} (at most 300 ms)`, `${milliseconds(performance.now() - begun)} for ${count}`)
  const paged: number[] = []
  for (const place of [0.1, 0.9, 0.5]) {
    const from = performance.now()
    await record.page({ filter, offset: Math.floor(count * place), limit: 200 })
    paged.push(performance.now() - from)
  }
  report(
    `page by ${name}, first / later`,
    `${milliseconds(paged[0] ?? 0)} / ${milliseconds(Math.max(...paged.slice(1)))}`,
  )
}
report('engine memory (at most 300 MB)', `${Math.round(process.memoryUsage.rss() / 1e6)} MB`)

const indexing = performance.now()
await record.search('nothing has this', 0, 1)
report('indexing all text, once, in the background', milliseconds(performance.now() - indexing))
const searching = performance.now()
const { total: count } = await record.search(`number ${entries - 5}`, 0, 1)
report('count by text (at most 300 ms)', `${milliseconds(performance.now() - searching)} for ${count}`)
record.close()
rmSync(dataDir, { recursive: true, force: true })

async function writeAll(target: string): Promise<void> {
  const writing = openRecord({ dataDir: target })
  const session = writing.createSession('bench').sessionId
  const started = performance.now()
  for (let index = 0; index < entries; index += 1) {
    writing.append(frame(session, index), { taskId: `task-${Math.floor(index / perExchange)}` })
    // Yields to timers and readers, as in an engine.
    if (index % 5_000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  writing.close()
  report('appended', `${Math.round(entries / (performance.now() - started))} k entries/s`)
}

function report(what: string, result: string): void {
  process.stdout.write(`${what.padEnd(62)} ${result}\n`)
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}
