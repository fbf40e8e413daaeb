// A session as the lines of a page. Its panes cannot ask anybody, so lists and timelines are answered beforehand.

import type { Selection } from '#shared/contract/session-files.ts'
import type { OpenedSession } from '#shared/contract/sessions.ts'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { PageLine, PageTimeline } from '#shared/export/page-line.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { countOf, type Packed, unpack } from '#shared/record/run.ts'
import type { TimelineChunk, TimelineRow } from '#shared/story/timeline/outline.ts'
import type { SessionRecord } from '../../store/record.ts'
import { bodyHashes } from '../../store/store.ts'
import type { Timeline } from '../../timeline/timeline.ts'
import { createBodyLines, type Masking } from '../file/body-lines.ts'
import { mapStrings } from '../file/map-strings.ts'
import { rowsOfSession, selectExchanges } from '../file/select-exchanges.ts'
import type { Readers } from '../readers.ts'

export interface PageOfSession {
  readonly record: SessionRecord
  readonly opened: OpenedSession
  readonly readers: Readers
  readonly selection: Selection
  readonly mask: Masking
  onProgress(done: number): void
}

const pageRows = 200
const pageEntries = 5_000
const mostTasks = 200
const mostRows = 5_000
/** Of all tasks together, shared out evenly. */
const mostPieces = 200_000
const everything = {}

export async function* pageLines(page: PageOfSession): AsyncGenerator<PageLine> {
  const { record, opened, readers, selection, mask, onProgress } = page
  const sessionId = opened.session.id
  const { ids, agentIds } = await selectExchanges(record, sessionId, selection)
  const agents = opened.agents.filter(({ agent }) => agentIds === undefined || agentIds.has(agent.id))
  yield mapStrings({ opened: { ...opened, agents, openAfter: 0, earlier: 0 } }, mask.text)

  const tasks = new Map<string, TimelineTask>()
  let rows: ExchangeRow[] = []
  for await (const row of rowsOfSession(record, sessionId)) {
    if (ids !== undefined && !ids.has(row.id)) continue
    rows.push(row)
    const { taskId, agentId } = row
    if (taskId !== undefined && tasks.size < mostTasks) {
      tasks.set(`${agentId} ${taskId}`, { taskId, ...(agentId !== undefined && { agentId }) })
    }
    if (rows.length < pageRows) continue
    yield mapStrings({ exchanges: rows }, mask.text)
    rows = []
  }
  yield mapStrings({ exchanges: rows }, mask.text)
  const mostChunks = Math.floor(mostPieces / Math.max(1, tasks.size))
  for (const task of tasks.values()) {
    yield mapStrings({ timeline: await timelineOf(readers.timeline, task, mostChunks) }, mask.text)
  }

  const linesOf = entryLines(record, mask)
  let done = 0
  for (let after = 0; ; ) {
    const { packed, next } = await record.readPacked({ after, limit: pageEntries, filter: { sessionId } })
    if (packed.length === 0) return
    after = next
    for (const each of packed) {
      if (ids === undefined || ids.has(each.exchangeId)) yield* linesOf(each)
      done += countOf(each)
    }
    onProgress(done)
  }
}

/** Runs stay runs, which is most of what makes a long stream small; unless there is something in one to be masked. */
function entryLines(record: SessionRecord, mask: Masking): (packed: Packed) => Generator<PageLine> {
  const bodies = createBodyLines(record, mask)
  return function* (packed) {
    const entries = unpack([packed])
    if (packed.kind === 'run' && entries.every((entry) => isHarmless(entry, mask))) {
      yield { entry: packed }
      return
    }
    for (const entry of entries) {
      for (const hash of bodyHashes(entry)) yield* bodies.linesOf(hash)
      yield mapStrings({ entry }, (text) => bodies.renamed(text) ?? mask.text(text))
    }
  }
}

function isHarmless(entry: Entry, mask: Masking): boolean {
  const text = entry.kind === 'frame' ? (entry.raw.text ?? '') : ''
  return mask.text(text) === text
}

async function timelineOf(timeline: Timeline, task: TimelineTask, mostChunks: number): Promise<PageTimeline> {
  const filter = everything
  let followed = await timeline.outline({ task, filter, version: 0, waitMs: 0 })
  while (followed.progress < 1) followed = await timeline.outline({ task, filter, version: 0, waitMs: 100 })
  const { outline, matching } = followed
  const rows: TimelineRow[] = []
  const chunks: [number, readonly TimelineChunk[]][] = []
  let pieces = 0
  for (let from = 0; from < Math.min(matching, mostRows); from += pageRows) {
    rows.push(...(await timeline.rows({ task, filter, from, limit: pageRows })))
  }
  for (const { kind, index, count } of rows) {
    if (kind !== 'chunks' || count < 2 || pieces >= mostChunks) continue
    const opened: TimelineChunk[] = []
    for (let from = 0; from < count && pieces + opened.length < mostChunks; from += pageRows) {
      opened.push(...(await timeline.chunks({ task, row: index, from, limit: pageRows })))
    }
    pieces += opened.length
    chunks.push([index, opened])
  }
  // The timeline says that there are more, and where.
  const moreRows = outline.moreRows + outline.rows - rows.length
  return { task, outline: { ...outline, rows: rows.length, moreRows }, rows, chunks }
}
