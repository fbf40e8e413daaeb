// The contract as a page answers it, from what it carries. Whatever would do something is refused as in any recording.

import type { EngineClient } from '#shared/contract/contract.ts'
import type { TimelineFilter, TimelineTask } from '#shared/contract/timeline.ts'
import type { PageTimeline } from '#shared/export/page-line.ts'
import type { Entry, FrameEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { readableFrames } from '#shared/record/readable-frames.ts'
import { countOf, cut, firstEndingAfter, type Packed } from '#shared/record/run.ts'
import type { TimelineChunk, TimelineRow } from '#shared/story/timeline/outline.ts'
import { laneOf } from '#shared/story/timeline/task-lane.ts'
import { recordedClient, refusal, refused } from '../looking/recorded-client.ts'
import { base64Of } from '../ui/base64.ts'
import { matchingRows } from './matching-rows.ts'
import type { PageData } from './page-data.ts'

export function createPageClient(data: PageData): EngineClient {
  return recordedClient(data.opened, {
    workingTexts: async () => ({}),
    host: refused.host,
    sessions: refused.sessions,
    record: recordIn(data),
    console: consoleIn(data),
    timeline: timelineIn(data),
  })
}

function recordIn({ packed, entriesOf, body, textOf }: PageData): EngineClient['record'] {
  const latest = lastSeq(packed.at(-1))
  return {
    async read({ after, limit }) {
      // Between pages the window is drawn and heard.
      await new Promise((resolve) => setTimeout(resolve))
      const page = pageAfter(packed, after, limit)
      return { packed: page, next: page.length > 0 ? lastSeq(page.at(-1)) : latest, latest }
    },
    // A page is read from its beginning.
    before: async () => ({ packed: [] }),
    async exchange({ exchangeId, after, limit }) {
      const entries = entriesOf(exchangeId)
        .filter(({ seq }) => seq > after)
        .slice(0, limit)
      return { entries, next: entries.at(-1)?.seq ?? latest, latest }
    },
    async body({ hash, offset, length }) {
      const bytes = body(hash)
      if (bytes === undefined) throw refusal('This body is not in this page.')
      return { base64: base64Of(bytes.subarray(offset, offset + length)), sizeBytes: bytes.length }
    },
    // Whole, files and all: what they would be fetched from later is this page.
    shortened: async ({ hash }) => ({ text: textOf(hash) ?? null }),
  }
}

function lastSeq(packed: Packed | undefined): number {
  return packed === undefined ? 0 : packed.seq + countOf(packed) - 1
}

/** So many entries after a place, runs cut where it or the number falls within one. */
function pageAfter(packed: readonly Packed[], after: number, limit: number): readonly Packed[] {
  const page: Packed[] = []
  let left = limit
  for (let index = firstEndingAfter(packed, after); left > 0; index += 1) {
    const each = packed[index]
    const part = each && cut(each, after + 1, left)
    if (part === undefined) break
    page.push(part)
    left -= countOf(part)
  }
  return page
}

interface Range {
  readonly offset: number
  readonly limit: number
}

function consoleIn({ packed, entriesOf, exchanges, textOf }: PageData): EngineClient['console'] {
  const range = <T>(list: readonly T[], { offset, limit }: Range) => list.slice(offset, offset + limit)
  const version = packed.length
  const found = packed.filter(isFound)
  const listed = ({ filter, after = 0 }: { readonly filter: string; readonly after?: number | undefined }) =>
    matchingRows(exchanges, filter).filter(({ pinned, firstSeq }) => pinned || firstSeq > after)
  return {
    async exchanges(input) {
      const rows = listed(input)
      if (input.seen === version) await nothing
      return { rows: range(rows, input), total: rows.length, version, waitedMs: 0 }
    },
    position: async (input) => listed(input).findIndex(({ id }) => id === input.exchangeId),
    async exchange({ exchangeId }) {
      const row = exchanges.find(({ id }) => id === exchangeId)
      if (row === undefined) throw refusal('This exchange is not in this page.')
      return { row, entries: entriesOf(exchangeId).filter((entry) => entry.kind !== 'frame') }
    },
    frames: async (input) =>
      readableFrames(range(entriesOf(input.exchangeId).filter(isFrame), input), textOf),
    findings: async (input) => range(entriesOf(input.exchangeId).filter(isFound), input),
    found: async (input) => ({ entries: range(found, input), total: found.length }),
    labels: async () => labelsOf(exchanges),
    reveal: async () => null,
    annotate: refused.console.annotate,
    snippet: refused.console.snippet,
    report: refused.console.report,
  }
}

/** The latest first. */
function labelsOf(exchanges: readonly ExchangeRow[]): readonly string[] {
  const labels = exchanges.map(({ label }) => label).filter((label) => label !== '')
  return [...new Set(labels.toReversed())].slice(0, mostLabels)
}

const mostLabels = 200

/** Nothing will ever change: what waits for that waits. */
const nothing = new Promise<never>(() => undefined)

function timelineIn({ timelines, opened }: PageData): EngineClient['timeline'] {
  const now = opened.session.lastAt ?? 0
  const find = ({ taskId, agentId }: TimelineTask): PageTimeline | undefined =>
    timelines.find(
      ({ task: known }) => known.taskId === taskId && (agentId === undefined || known.agentId === agentId),
    )
  const carried = (task: TimelineTask): PageTimeline => {
    const timeline = find(task)
    if (timeline !== undefined) return timeline
    throw refusal('The timeline of this task is not in this page: it has those of the first 200.')
  }
  return {
    async outline({ task, filter, version }) {
      const timeline = carried(task)
      if (version === 1) await nothing
      const matching = filtered(timeline, filter).length
      return { outline: timeline.outline, version: 1, matching, progress: 1, now, waitedMs: 0 }
    },
    async rows({ task, filter, from, limit }) {
      return { rows: filtered(find(task), filter).slice(from, from + limit) }
    },
    // Secrets were left out of all of it when the page was made.
    async taken({ task, filter, from, limit }) {
      const timeline = carried(task)
      return { outline: timeline.outline, rows: filtered(timeline, filter).slice(from, from + limit) }
    },
    async chunks({ task, row, from, limit }) {
      const timeline = find(task)
      const [, chunks = []] = timeline?.chunks.find(([index]) => index === row) ?? []
      const burst = timeline?.rows.find(({ index }) => index === row)
      const until = Math.min(from + limit, burst?.count ?? 0)
      const places = Array.from({ length: Math.max(0, until - from) }, (_, place) => from + place)
      return { chunks: places.flatMap((place) => chunks[place] ?? (burst ? leftOut(burst) : [])) }
    },
    async locate({ task, filter, seq }) {
      const timeline = find(task)
      const row = timeline?.rows.find((one) => one.seq <= seq && seq <= one.lastSeq)
      if (row === undefined) return null
      const position = filtered(timeline, filter).indexOf(row)
      return { row: row.index, ...(position >= 0 && { position }) }
    },
    async lanes({ tasks, version }) {
      if (version === 1) await nothing
      const lanes = tasks.flatMap((task) => {
        const timeline = find(task)
        return timeline === undefined ? [] : [laneOf(timeline.outline, timeline.task.agentId)]
      })
      return { lanes, version: 1, now, waitedMs: 0 }
    },
  }
}

/** In the place of a piece of a very long burst. */
function leftOut({ lastSeq, exchangeId, at, sinceMs }: TimelineRow): TimelineChunk {
  const text = 'This page lists the first pieces here; this one is on the wire.'
  return { seq: lastSeq, exchangeId, at, sinceMs, bytes: 0, text, found: [] }
}

function filtered(
  timeline: PageTimeline | undefined,
  { kinds, sources, findings, text }: TimelineFilter,
): readonly TimelineRow[] {
  return (timeline?.rows ?? []).filter(
    (row) =>
      (kinds === undefined || kinds.includes(row.kind)) &&
      (sources === undefined ||
        [row.source, ...row.again.map(({ source }) => source)].some((one) => sources.includes(one))) &&
      (!findings || row.severity !== undefined) &&
      (text === undefined || row.text.toLowerCase().includes(text.toLowerCase())),
  )
}

function isFrame(entry: Entry): entry is FrameEntry {
  return entry.kind === 'frame'
}

function isFound(entry: Packed): entry is Entry {
  return entry.kind !== 'run' && (entry.findings ?? []).length > 0
}
