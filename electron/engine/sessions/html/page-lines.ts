// A session as the lines of a page, with everything that its panes need, as they have no engine.

import type { Selection } from '#shared/contract/session-files.ts'
import type { OpenedSession } from '#shared/contract/sessions.ts'
import type { PageLine } from '#shared/export/page-line.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import { bodyHashes } from '#shared/record/body-hashes.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { countOf, unpack } from '#shared/record/run.ts'
import { createSlices } from '../../platform/async.ts'
import { batchesOf } from '../../spans/take-spans.ts'
import type { SessionRecord } from '../../store/record.ts'
import type { Walked, WalkedRow } from '../../store/walk.ts'
import { createBodyLines, type Masking } from '../file/body-lines.ts'
import { rowsOfSession, selectExchanges } from '../file/select-exchanges.ts'

export interface PageOfSession {
  readonly record: SessionRecord
  readonly opened: OpenedSession
  readonly selection: Selection
  readonly mask: Masking
  onProgress(done: number): void
}

const pageRows = 200

export async function* pageLines(page: PageOfSession): AsyncGenerator<PageLine> {
  const { record, opened, selection, mask, onProgress } = page
  const sessionId = opened.session.id
  const { ids, agentIds } = await selectExchanges(record, sessionId, selection)
  const agents = opened.agents.filter(({ agent }) => agentIds === undefined || agentIds.has(agent.id))
  yield mapStrings({ opened: { ...opened, agents } }, mask.text)

  const traceIds = new Set<string>()
  let rows: ExchangeRow[] = []
  for await (const row of rowsOfSession(record, sessionId)) {
    if (ids !== undefined && !ids.has(row.id)) continue
    rows.push(row)
    if (row.traceId !== undefined) traceIds.add(row.traceId)
    if (rows.length < pageRows) continue
    yield mapStrings({ exchanges: rows }, mask.text)
    rows = []
  }
  yield mapStrings({ exchanges: rows }, mask.text)

  const linesOf = entryLines(record, mask)
  const breathe = createSlices()
  let done = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const walked: Walked = record.walk({ sessionId }, after)
    for (const row of walked.rows) {
      if (ids === undefined || ids.has(row.packed.exchangeId)) yield* linesOf(row)
      done += countOf(row.packed)
      await breathe()
    }
    after = walked.next
    onProgress(done)
  }
  for (const spans of batchesOf(record, sessionId, traceIds, mask.text)) {
    yield { spans }
    await breathe()
  }
}

/** Runs stay runs, which keep a long stream small, unless something in them must be masked. */
function entryLines(record: SessionRecord, mask: Masking): (row: WalkedRow) => Generator<PageLine> {
  const bodies = createBodyLines(record, mask)
  return function* ({ packed, taskId }) {
    const about = taskId === undefined ? {} : { task: mask.text(taskId) }
    const entries = unpack([packed])
    if (packed.kind === 'run' && entries.every((entry) => isHarmless(entry, mask))) {
      yield { entry: packed, ...about }
      return
    }
    for (const entry of entries) {
      for (const hash of bodyHashes(entry)) yield* bodies.linesOf(hash)
      const masked = mapStrings(entry, (text) => bodies.renamed(text) ?? mask.text(text))
      yield { entry: masked, ...about }
    }
  }
}

function isHarmless(entry: Entry, mask: Masking): boolean {
  const text = entry.kind === 'frame' ? (entry.raw.text ?? '') : ''
  return mask.text(text) === text
}
