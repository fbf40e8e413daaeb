// The timeline of one very long task: opening, jumping, following. The engine alone and, with `--window`, the window in
// a real browser. Usage: node bench/timeline.ts [EVENTS] [--window]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openRecord, type SessionRecord } from '#engine/store/record.ts'
import { createConversationFolds } from '#engine/story/conversation-folds.ts'
import { createTimeline } from '#engine/timeline.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { beginTask, type TaskShape } from './long-task.ts'
import { median } from './start-server.ts'
import { measureWindow } from './timeline-window.ts'

const events = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 1_000_000)

console.log('| | measured |\n|---|---|')
for (const shape of ['pieces', 'states'] as const) {
  const quarter = await measureLong(shape, Math.round(events / 4), false)
  const whole = await measureLong(shape, events, true)
  report(`${shape}: each event, to a quarter as many (linear is 1)`, (whole / quarter).toFixed(2))
}
await measureLive(5_000, 6)
if (process.argv.includes('--window')) await measureWindow(events, report)

/** Microseconds to fold an event. */
async function measureLong(shape: TaskShape, count: number, isReported: boolean): Promise<number> {
  return withRecord(async (record) => {
    const task = beginTask(record, shape, 'agent')
    task.append(count)
    task.end()
    record.flush()
    const folds = createConversationFolds(record)
    const timeline = createTimeline({ record, folds, mask: (text) => text })
    const source = { task: { taskId: task.taskId, agentId: 'agent' }, filter: {} }
    const begun = performance.now()
    const first = await timeline.outline({ ...source, version: 0, waitMs: 0 })
    const firstMs = performance.now() - begun
    let outline = first
    while (outline.progress < 1)
      outline = await timeline.outline({ ...source, version: outline.version, waitMs: 1_000 })
    const wholeMs = performance.now() - begun
    if (!isReported) return (wholeMs * 1_000) / count
    const jumps = await jumpsIn(timeline, source, shape === 'pieces' ? count : outline.total, shape)
    report(`${count.toLocaleString('en')} ${shape}: first look (at most 1 s)`, milliseconds(firstMs))
    report('… all of it folded', milliseconds(wholeMs))
    report('… a jump anywhere, median / worst of 200 (at most 50 ms)', jumps)
    return (wholeMs * 1_000) / count
  })
}

async function jumpsIn(
  timeline: EngineClient['timeline'],
  source: { readonly task: { readonly taskId: string }; readonly filter: object },
  length: number,
  shape: TaskShape,
): Promise<string> {
  const taken: number[] = []
  const burst = (await timeline.rows({ ...source, from: 0, limit: 20 })).rows.find(
    ({ kind }) => kind === 'chunks',
  )
  for (let jump = 0; jump < 200; jump++) {
    const from = Math.floor((length - 100) * ((jump * 0.618) % 1))
    const begun = performance.now()
    const rows =
      shape === 'pieces'
        ? (await timeline.chunks({ task: source.task, row: burst?.index ?? 0, from, limit: 100 })).chunks
        : (await timeline.rows({ ...source, from, limit: 100 })).rows
    taken.push(performance.now() - begun)
    if (rows.length !== 100) throw new Error(`a page of ${rows.length} at ${from}`)
  }
  return `${milliseconds(median(taken))} / ${milliseconds(Math.max(...taken))}`
}

/** A stream of so many events per second with a follower: the largest delay of a response. */
async function measureLive(perSecond: number, seconds: number): Promise<void> {
  await withRecord(async (record) => {
    const task = beginTask(record, 'pieces', 'agent', perSecond)
    const folds = createConversationFolds(record)
    const timeline = createTimeline({ record, folds, mask: (text) => text })
    const source = { task: { taskId: task.taskId, agentId: 'agent' }, filter: {} }
    let version = 0
    let answers = 0
    const behind: number[] = []
    let running = true
    const following = (async () => {
      while (running) {
        const answer = await timeline.outline({ ...source, version, waitMs: 1_000 })
        version = answer.version
        answers++
        behind.push(record.latest() - answer.outline.lastSeq)
        await setTimeout(100)
      }
    })()
    const begun = performance.now()
    for (let sent = 0; sent < perSecond * seconds; ) {
      const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - begun) / 1_000) * perSecond))
      task.append(due - sent)
      sent = due
      await setTimeout(5)
    }
    running = false
    task.end()
    await following
    record.flush()
    const { outline } = await timeline.outline({ ...source, version: 0, waitMs: 0 })
    const worst = Math.max(...behind)
    report(
      `live, ${perSecond.toLocaleString('en')} events/s for ${seconds} s: events behind, median / worst of ${answers} answers`,
      `${median(behind)} / ${worst}`,
    )
    report('… all there at the end', outline.lastSeq === record.latest() ? 'yes' : 'no')
  })
}

async function withRecord<T>(use: (record: SessionRecord) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const record = openRecord({ dataDir })
  try {
    return await use(record)
  } finally {
    record.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function milliseconds(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`
}

function report(what: string, measured: string): void {
  console.log(`| ${what} | ${measured} |`)
}
