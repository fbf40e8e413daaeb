// Slow operations on a long session, and how long another call waits meanwhile: each in sequence, while a second caller
// reads the list of sessions, the newest exchanges and their counts, and appends an entry, every 5 ms. Usage: node
// --expose-gc bench/waits.ts [calls|streams|mixed] [ENTRIES] [--deleted|--deleted-among]: the last ones measure only
// its deletion, with `-among` where each part of the index of words has entries of another session.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWindow } from '#testing/engine/open-window.ts'
import { type SessionShape, writeSessionApart } from './kept-session.ts'

const [, , shape = 'mixed', count = '1000000', only] = process.argv
const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
writeSessionApart(dataDir, shape as SessionShape, Number(count), only === '--deleted-among')
const { client, engine, close } = await openWindow({ dataDir })
const { record } = engine
const { sessionId: live } = record.createSession('live')
const other = [
  () => client.sessions.list({ limit: 50 }),
  () => client.console.exchanges({ filter: '', offset: 0, limit: 50 }),
  () => client.console.counts({}),
  async () => append(live, 'x'),
]
console.log(
  'operation | it takes | processor time | another waits, at most | the engine works at a stretch, at most (processor time)',
)
console.log('--- | --- | --- | --- | ---')

await client.sessions.list({ limit: 50 })
await measured('nothing', () => new Promise((resolve) => setTimeout(resolve, 1_000)))
const listed = (await client.sessions.list({ limit: 50 })).sessions
const sessionId = listed.find(({ entries }) => entries >= Number(count))?.id ?? ''
const copy = only?.startsWith('--deleted') ? undefined : await allOthers()
await measured('deleted, the most of its record', () => client.sessions.remove({ sessionId }))
if (copy !== undefined)
  await measured('the imported one deleted', () => client.sessions.remove({ sessionId: copy }))
await measured('compacted', async () => {
  for await (const step of await client.sessions.compact()) if (step.kind === 'done') return
})
await close()

/** Returns the imported session. */
async function allOthers(): Promise<string> {
  await measured('opened', () => client.sessions.open({ sessionId }))
  await measured('its outline for a replay', () => client.sessions.outline({ sessionId }))
  await measured('its prompts for a comparison', () => client.sessions.runs({ sessionId }))
  await measured('a word searched that is everywhere', () => search('task'))
  await measured('exchanges filtered by a word', () =>
    client.console.exchanges({ filter: '"lisbon"', offset: 0, limit: 50 }),
  )
  await measured(
    'a filter by a word followed for 3 s, while the exchange that began first goes on',
    following,
  )
  const written = await measured('exported', () => exporting({ of: 'session' }))
  await measured('one task exported', () => exporting({ of: 'task', taskId: 'task-5' }))
  const imported = await measured('imported', async () => {
    const uploadId = engine.sessions.files.offer(join(dataDir, 'transfers', written))
    for await (const step of engine.sessions.files.importing({ uploadId, damaged: 'refuse' })) {
      if (step.kind === 'done') return step.sessionId
    }
    throw new Error('the import did not end')
  })
  await measured('replayed to its end', async () => {
    const { replayId } = await client.replays.open({ sessionId })
    await client.replays.control({ replayId, action: { kind: 'seek', seq: Number.MAX_SAFE_INTEGER } })
  })
  return imported
}

function append(session: string, exchangeId: string): void {
  const note = { kind: 'note', text: 'a task meanwhile', sessionId: session, exchangeId } as const
  record.append({ ...note, at: Date.now(), monoMs: performance.now() })
  record.flush()
}

function search(text: string) {
  return client.sessions.search({ text, skip: 0, limit: 100 })
}

async function following() {
  const { rows } = await client.console.exchanges({ filter: '', offset: 0, limit: 1 })
  for (const begun = performance.now(); performance.now() - begun < 3_000; ) {
    for (const { id, sessionId } of rows) append(sessionId, id)
    await client.console.exchanges({ filter: 'task', offset: 0, limit: 50 })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function exporting(selection: Parameters<typeof client.sessionFiles.exporting>[0]['selection']) {
  for await (const step of await client.sessionFiles.exporting({ sessionId, selection, format: 'parley' })) {
    if (step.kind === 'ready') return step.exportId
  }
  throw new Error('the export did not end')
}

async function measured<T>(what: string, run: () => Promise<T>): Promise<T> {
  globalThis.gc?.()
  let isOver = false
  const waits: number[] = []
  const works: number[] = []
  const pending = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const worked = process.threadCpuUsage()
      const due = performance.now() + 5
      await new Promise((resolve) => setTimeout(resolve, 5))
      const { user, system } = process.threadCpuUsage(worked)
      works.push((user + system) / 1_000)
      await other[turn % other.length]?.()
      waits.push(performance.now() - due)
    }
  })()
  const begun = performance.now()
  const used = process.threadCpuUsage()
  try {
    return await run()
  } finally {
    const took = performance.now() - begun
    const { user, system } = process.threadCpuUsage(used)
    isOver = true
    await pending
    const most = (times: readonly number[]) =>
      `${Math.round(times.reduce((one, other) => Math.max(one, other), 0))} ms`
    const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`
    const work = seconds((user + system) / 1_000)
    console.log(`${what} | ${seconds(took)} | ${work} | ${most(waits)} | ${most(works)}`)
  }
}
