// A session of a million entries: opened from the list, exported, imported and exported again, replayed to its end.
// Usage: node --expose-gc bench/sessions.ts [ENTRIES]

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memorySecretStore } from '#engine/access/secret-store.ts'
import { ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { openEngine } from '#engine/engine.ts'
import { openRecord } from '#engine/store/record.ts'
import { serveHost } from '../electron/serve/host.ts'

const entries = Number(process.argv[2] ?? 1_000_000)
const perExchange = 2_000

if (process.argv[3] !== undefined) {
  await writeAll(process.argv[3])
  process.exit()
}
const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(entries), dataDir], { stdio: 'inherit' })
const folder = ownDataFolder(dataDir)
if (!folder) throw new Error('Another engine has this data directory.')
const engine = await openEngine({
  host: serveHost({ productVersion: '0.0.0', dataDir }, memorySecretStore()),
  folder,
  log: () => undefined,
})
const { sessions } = engine
const listed = await sessions.list({ limit: 10 })
const sessionId = listed.sessions.find(({ state }) => state === 'kept')?.id ?? ''
let peakBytes = 0
const watch = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
}, 20)

const opened = await timed('opened, and its newest page read (at most 1 s)', async () => {
  const { agents } = await sessions.open(sessionId)
  const { console, story } = engine.readersOf(sessionId)
  const { rows } = await console.exchanges({ filter: '', sessionId, offset: 0, limit: 50 })
  const source = { kind: 'newest', after: 0 } as const
  await story.rows({ sessionId, agentId: agents[0]?.agent.id ?? '', of: source, open: [], limit: 200 })
  return rows.length
})
if (opened !== 50) throw new Error('the newest page was not full')

const path = await timed('exported', () => exportOf(sessionId))
report('file', `${Math.round(statSync(path).size / 1e6)} MB`)

const copy = await timed('imported, looked through twice', async () => {
  const uploadId = sessions.files.offer(path)
  for await (const step of sessions.files.importing({ uploadId, damaged: 'refuse' })) {
    if (step.kind === 'done') return step.sessionId
    if (step.kind === 'damaged') throw new Error(step.sentence)
  }
  throw new Error('the import did not end')
})
if (sessions.view(copy).entries !== entries) throw new Error('the copy is not whole')
const again = await timed('exported again', () => exportOf(copy))
if (digestOf(again) !== digestOf(path)) throw new Error('the second file is not the first')
report('the same file', 'yes')

const replay = sessions.replays.open(sessionId)
await timed('replayed to its end at once', () =>
  sessions.replays.control(replay.replayId, { kind: 'seek', seq: Number.MAX_SAFE_INTEGER }),
)
clearInterval(watch)
report('most memory (at most 500 MB)', `${Math.round(peakBytes / 1e6)} MB`)
await engine.close()
rmSync(dataDir, { recursive: true, force: true })

async function exportOf(sessionId: string): Promise<string> {
  const request = { sessionId, selection: { of: 'session' }, format: 'parley' } as const
  for await (const step of sessions.files.exporting(request)) {
    if (step.kind === 'ready') return join(dataDir, 'transfers', step.exportId)
  }
  throw new Error('the export did not end')
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  globalThis.gc?.()
  peakBytes = process.memoryUsage.rss()
  const begun = performance.now()
  const result = await run()
  const ms = performance.now() - begun
  const took = ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
  report(what, `${took}, ${Math.round(peakBytes / 1e6)} MB resident at most`)
  return result
}

async function writeAll(target: string): Promise<void> {
  const record = openRecord({ dataDir: target })
  const session = record.createSession('bench').sessionId
  for (let index = 0; index < entries; index += 1) {
    const exchange = Math.floor(index / perExchange)
    const base = {
      sessionId: session,
      exchangeId: `exchange-${exchange}`,
      at: 1_790_000_000_000 + index,
      monoMs: index / 7,
    }
    const data = JSON.stringify({
      jsonrpc: '2.0',
      id: '1',
      result: {
        kind: 'artifact-update',
        taskId: `task-${exchange}`,
        contextId: 'context',
        artifact: { artifactId: 'a', parts: [{ kind: 'text', text: `token number ${index}` }] },
        append: true,
      },
    })
    const raw = `data: ${data}\n\n`
    record.append(
      index % perExchange === 0
        ? { ...base, kind: 'note', text: `exchange ${exchange}` }
        : {
            ...base,
            kind: 'frame',
            index: index % perExchange,
            framing: 'sse',
            raw: { sizeBytes: raw.length, text: raw },
            data: { sizeBytes: data.length, text: data },
          },
      { taskId: `task-${exchange}` },
    )
    if (index % 5_000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  record.close()
}

function report(what: string, result: string): void {
  process.stdout.write(`${what.padEnd(50)} ${result}\n`)
}
