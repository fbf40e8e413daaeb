// Writes a session, or a part of it, as lines of a `.parley` file. One pass over the record, a page at a time: memory
// grows only with the numbers of the exchanges.

import { createHash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import type { Selection } from '#shared/contract/session-files.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import { bodyHashes } from '#shared/record/body-hashes.ts'
import { contentSchema, type Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { writePrivately } from '../../data-folder/private-files.ts'
import { createSlices } from '../../platform/async.ts'
import { batchesOf } from '../../spans/take-spans.ts'
import { readCheckRun } from '../../store/check-runs.ts'
import type { SessionRecord } from '../../store/record.ts'
import { entriesOf } from '../../store/walk.ts'
import { createBodyLines, type Masking } from './body-lines.ts'
import { checkLines, type EntryLine, type ExchangeLine, formatVersion, type Head, seqsIn } from './format.ts'
import { selectExchanges } from './select-exchanges.ts'

export interface WriteSession {
  readonly record: SessionRecord
  readonly session: SessionView
  readonly selection: Selection
  readonly mask: Masking
  readonly path: string
  readonly signal: AbortSignal
  onProgress(done: number): void
}

export async function writeSession({ path, signal, ...rest }: WriteSession): Promise<void> {
  await writePrivately(path, hashed(linesOf(rest)), signal, [createGzip()])
}

/** The same lines uncompressed, for programs that read JSON by line. */
export async function writeLines({ path, signal, ...rest }: WriteSession): Promise<void> {
  await writePrivately(path, hashed(linesOf(rest)), signal)
}

type Lines = Omit<WriteSession, 'path' | 'signal'>

async function* linesOf({ record, session, selection, mask, onProgress }: Lines): AsyncGenerator<object> {
  const { ids, agentIds } = await selectExchanges(record, session.id, selection)
  const entries = ids === undefined ? session.entries : await countOf(record, session.id, ids)
  yield headOf(session, selection, entries, agentIds, mask)
  const bodies = createBodyLines(record, mask)
  const ordinals = new Map<string, number>()
  const breathe = createSlices()
  const run = selection.of === 'session' ? readCheckRun(record, session.id) : undefined
  const marked = run ? seqsIn(run) : new Set<number>()
  const positions = new Map<number, number>()
  const traceIds = new Set<string>()
  let written = 0
  for (let after: number | undefined = 0; after !== undefined && written < entries; ) {
    const { rows, next } = record.walk({ sessionId: session.id }, after)
    for (const { entry, taskId } of entriesOf(rows)) {
      await breathe()
      if (written === entries || (ids !== undefined && !ids.has(entry.exchangeId))) continue
      const ordinal = ordinals.get(entry.exchangeId)
      const x = ordinal ?? ordinals.size + 1
      if (ordinal === undefined) {
        ordinals.set(entry.exchangeId, x)
        const row = record.exchanges.row(entry.exchangeId)
        if (row?.traceId !== undefined) traceIds.add(row.traceId)
        yield mapStrings(exchangeLine(row, x), mask.text)
      }
      for (const hash of bodyHashes(entry)) yield* bodies.linesOf(hash)
      const task = taskId === undefined ? {} : { task: taskId }
      const line = { x, ...task, entry: withoutPlace(entry) }
      yield mapStrings(line, (text) => bodies.renamed(text) ?? mask.text(text))
      written += 1
      if (marked.has(entry.seq)) positions.set(entry.seq, written)
    }
    after = next
    onProgress(written)
  }
  for (const spans of batchesOf(record, session.id, traceIds, mask.text)) {
    yield { spans }
    await breathe()
  }
  if (!run) return
  const places = { ordinal: (id: string) => ordinals.get(id), position: (seq: number) => positions.get(seq) }
  for (const line of checkLines(run, places)) {
    yield mapStrings(line, mask.text)
    await breathe()
  }
}

/** Terminates and counts the lines; the closing line has the hash of those before it. */
async function* hashed(lines: AsyncGenerator<object>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let entries = 0
  let chunk = ''
  for await (const line of lines) {
    if ('entry' in line) entries += 1
    chunk += `${JSON.stringify(line)}\n`
    if (chunk.length < 64 * 1024) continue
    hash.update(chunk)
    yield chunk
    chunk = ''
  }
  hash.update(chunk)
  yield chunk
  yield `${JSON.stringify({ end: { entries, sha256: hash.digest('hex') } })}\n`
}

function headOf(
  { name, note, createdAt, agents, partlyDeleted }: SessionView,
  { of }: Selection,
  entries: number,
  agentIds: ReadonlySet<string> | undefined,
  mask: Masking,
): Head {
  const selected = agents.filter(({ id }) => agentIds === undefined || agentIds.has(id))
  const head = { name, note, createdAt, agents: selected, ...defined({ partlyDeleted }) }
  const session = mapStrings(head, mask.text)
  return { parley: formatVersion, session, entries, ...(of !== 'session' && { partOf: of }) }
}

async function countOf(record: SessionRecord, sessionId: string, ids: ReadonlySet<string>): Promise<number> {
  const breathe = createSlices()
  let entries = 0
  for (const exchangeId of ids) {
    entries += await record.count({ sessionId, exchangeId })
    await breathe()
  }
  return entries
}

/** Members in the order of the schema, so that a file does not show how its entries were made. */
function withoutPlace(entry: Entry): EntryLine['entry'] {
  const { seq, sessionId, exchangeId, ...rest } = entry
  return contentSchema.safeParse(rest).data ?? rest
}

function exchangeLine(row: ExchangeRow | undefined, exchange: number): ExchangeLine {
  // A failure entry states the problem itself.
  const hasProblem = row !== undefined && row.state !== 'failed' && row.problem !== undefined
  return {
    exchange,
    ...defined({ contextId: row?.contextId }),
    ...(hasProblem && {
      error: { ...defined({ code: row.code }), message: row.problem ?? '' },
    }),
    ...(row?.pinned && { pinned: true as const }),
    ...defined({ mark: row?.mark, note: row?.note }),
  }
}
