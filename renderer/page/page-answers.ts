// What the panes of a page ask, answered from what the page carries. Whatever would do something is refused as in any
// recording.

import type { ClientLink } from '@orpc/client'
import type { PageTimeline } from '#shared/export/page-line.ts'
import type { Entry } from '#shared/record/entry.ts'
import { readableFrames } from '#shared/record/readable-frames.ts'
import { countOf, cut, firstEndingAfter, type Packed } from '#shared/record/run.ts'
import type { TimelineChunk, TimelineRow } from '#shared/story/timeline/outline.ts'
import { answersOf, refusal } from '../looking/recorded-link.ts'
import { base64Of } from '../ui/base64.ts'
import { matchingRows } from './matching-rows.ts'
import type { PageData } from './page-data.ts'

type Input = Readonly<Record<string, unknown>>
type Answer = (input: Input) => unknown

export function createPageLink(data: PageData): ClientLink<Record<never, never>> {
  const answers: Readonly<Record<string, Answer>> = {
    ...answersOf(data.opened),
    ...recordAnswers(data),
    ...consoleAnswers(data),
    ...timelineAnswers(data),
  }
  return {
    async call(path, input) {
      const answer = answers[path.join('.')]
      if (answer === undefined) throw refusal('This page is a recording: nobody is asked.')
      return answer((input ?? {}) as Input)
    },
  }
}

function recordAnswers({ packed, entriesOf, body, textOf }: PageData): Readonly<Record<string, Answer>> {
  const latest = lastSeq(packed.at(-1))
  return {
    'record.read': async ({ after, limit }) => {
      // Between pages the window is drawn and heard.
      await new Promise((resolve) => setTimeout(resolve))
      const page = pageAfter(packed, Number(after), Number(limit))
      return { packed: page, next: page.length > 0 ? lastSeq(page.at(-1)) : latest, latest }
    },
    'record.exchange': ({ exchangeId, after, limit }) => {
      const entries = entriesOf(String(exchangeId))
        .filter(({ seq }) => seq > Number(after))
        .slice(0, Number(limit))
      return { entries, next: entries.at(-1)?.seq ?? latest, latest }
    },
    'record.body': ({ hash, offset, length }) => {
      const bytes = body(String(hash)) ?? new Uint8Array(0)
      const piece = bytes.subarray(Number(offset), Number(offset) + Number(length))
      return {
        base64: base64Of(piece),
        sizeBytes: bytes.length,
      }
    },
    // Whole, files and all: what they would be fetched from later is this page.
    'record.shortened': ({ hash }) => ({ text: textOf(String(hash)) ?? null }),
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

function consoleAnswers({
  packed,
  entriesOf,
  exchanges,
  textOf,
}: PageData): Readonly<Record<string, Answer>> {
  const range = <T>(list: readonly T[], { offset, limit }: Input): readonly T[] =>
    list.slice(Number(offset), Number(offset) + Number(limit))
  const version = packed.length
  const found = packed.filter(isFound)
  const listed = ({ filter, after = 0 }: Input) =>
    matchingRows(exchanges, String(filter)).filter(
      ({ pinned, firstSeq }) => pinned || firstSeq > Number(after),
    )
  return {
    'console.exchanges': async (input) => {
      const rows = listed(input)
      // Nothing will ever change: who waits for that waits.
      if (input['seen'] === version) await new Promise(() => undefined)
      return { rows: range(rows, input), total: rows.length, version }
    },
    'console.position': (input) => listed(input).findIndex(({ id }) => id === input['exchangeId']),
    'console.exchange': (input) => ({
      row: exchanges.find(({ id }) => id === input['exchangeId']),
      entries: entriesOf(String(input['exchangeId'])).filter(({ kind }) => kind !== 'frame'),
    }),
    'console.frames': (input) =>
      readableFrames(
        range(
          entriesOf(String(input['exchangeId'])).filter((entry) => entry.kind === 'frame'),
          input,
        ),
        textOf,
      ),
    'console.findings': (input) => range(entriesOf(String(input['exchangeId'])).filter(isFound), input),
    'console.found': (input) => ({ entries: range(found, input), total: found.length }),
    'console.labels': () => [...new Set(exchanges.map(({ label }) => label))],
    'console.reveal': () => null,
  }
}

function timelineAnswers({ timelines, opened }: PageData): Readonly<Record<string, Answer>> {
  const now = opened.session.lastAt ?? 0
  const find = (task: unknown): PageTimeline | undefined => {
    const { taskId, agentId } = task as PageTimeline['task']
    return timelines.find(
      ({ task: known }) => known.taskId === taskId && (agentId === undefined || known.agentId === agentId),
    )
  }
  const carried = (task: unknown): PageTimeline => {
    const timeline = find(task)
    if (timeline !== undefined) return timeline
    throw refusal('The timeline of this task is not in this page: it has those of the first 200.')
  }
  return {
    'timeline.outline': async ({ task, filter, version }) => {
      const timeline = carried(task)
      if (version === 1) await new Promise(() => undefined)
      const matching = filtered(timeline, filter).length
      return { outline: timeline.outline, version: 1, matching, progress: 1, now }
    },
    'timeline.rows': ({ task, filter, from, limit }) => {
      const rows = filtered(find(task), filter)
      return { rows: rows.slice(Number(from), Number(from) + Number(limit)) }
    },
    // Secrets were left out of all of it when the page was made.
    'timeline.taken': ({ task, filter, from, limit }) => {
      const timeline = carried(task)
      const rows = filtered(timeline, filter).slice(Number(from), Number(from) + Number(limit))
      return { outline: timeline.outline, rows }
    },
    'timeline.chunks': ({ task, row, from, limit }) => {
      const timeline = find(task)
      const [, chunks = []] = timeline?.chunks.find(([index]) => index === row) ?? []
      const burst = timeline?.rows.find(({ index }) => index === row)
      const until = Math.min(Number(from) + Number(limit), burst?.count ?? 0)
      const places = Array.from(
        { length: Math.max(0, until - Number(from)) },
        (_, place) => Number(from) + place,
      )
      return { chunks: places.flatMap((place) => chunks[place] ?? (burst ? leftOut(burst) : [])) }
    },
    'timeline.locate': ({ task, filter, seq }) => {
      const timeline = find(task)
      const place = Number(seq)
      const row = timeline?.rows.find((one) => one.seq <= place && place <= one.lastSeq)
      if (row === undefined) return null
      const position = filtered(timeline, filter).indexOf(row)
      return { row: row.index, ...(position >= 0 && { position }) }
    },
    'timeline.lanes': async ({ tasks, version }) => {
      if (version === 1) await new Promise(() => undefined)
      const lanes = (tasks as readonly unknown[]).flatMap((task) => {
        const timeline = find(task)
        if (timeline === undefined) return []
        const { taskId, startedAt, figures, segments, sentMs } = timeline.outline
        return [
          { ...timeline.task, taskId, startedAt, totalMs: figures.totalMs, open: false, segments, sentMs },
        ]
      })
      return { lanes, version: 1, now }
    },
  }
}

/** In the place of a piece of a very long burst. */
function leftOut({ lastSeq, exchangeId, at, sinceMs }: TimelineRow): TimelineChunk {
  const text = 'This page lists the first pieces here; this one is on the wire.'
  return { seq: lastSeq, exchangeId, at, sinceMs, bytes: 0, text, found: [] }
}

function filtered(timeline: PageTimeline | undefined, filter: unknown): readonly TimelineRow[] {
  const { kinds, sources, findings, text } = filter as {
    readonly kinds?: readonly string[]
    readonly sources?: readonly string[]
    readonly findings?: boolean
    readonly text?: string
  }
  return (timeline?.rows ?? []).filter(
    (row) =>
      (kinds === undefined || kinds.includes(row.kind)) &&
      (sources === undefined ||
        [row.source, ...row.again.map(({ source }) => source)].some((one) => sources.includes(one))) &&
      (!findings || row.severity !== undefined) &&
      (text === undefined || row.text.toLowerCase().includes(text.toLowerCase())),
  )
}

function isFound(entry: Packed): entry is Entry {
  return entry.kind !== 'run' && (entry.findings ?? []).length > 0
}
