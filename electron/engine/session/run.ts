// Rows of the record. Writing a row costs several times what its bytes cost, so plain frames of one exchange that follow
// each other share one: their texts joined, and beside them length and clocks of each. All that filters look at is the
// same for every entry of a row, so a filter decides over rows.

import type { Entry } from '#shared/record/entry.ts'
import { fromRest, isPlainSse, kindNumber, plainSse, restOf, worstSeverity } from './row.ts'

export interface Appended {
  readonly entry: Entry
  readonly taskId?: string | undefined
  readonly told?: Told | undefined
}

/** What decoding told about an exchange as a whole. */
export interface Told {
  readonly contextId?: string
  /** The agent's own error. */
  readonly error?: { readonly code?: number; readonly message: string }
}

export interface NewRow {
  readonly first: Entry
  readonly n: number
  readonly taskId: string | undefined
  readonly kind: number
  readonly severity: number | null
  readonly idx: number | null
  readonly raw: string | null
  readonly rest: string | null
  readonly run: Uint8Array | null
}

export interface StoredRow {
  readonly seq: number
  readonly n: number
  readonly session: string
  readonly exchange: string
  readonly kind: number
  readonly at: number
  readonly mono: number
  readonly idx: number | null
  readonly raw: string | null
  readonly rest: string | null
  readonly run: Uint8Array | null
}

/** No row spans more, so that a row which holds a sequence number is never far below it. */
export const maxRunEntries = 1_000
const maxRunChars = 256 * 1024
const perEntry = 3

export function toRows(appended: readonly Appended[]): readonly NewRow[] {
  const rows: NewRow[] = []
  let run: Appended[] = []
  let texts: string[] = []
  let chars = 0
  const close = () => {
    if (run.length > 0) rows.push(run.length > 1 ? runRow(run, texts) : singleRow(run[0]))
    run = []
    texts = []
    chars = 0
  }
  for (const next of appended) {
    const text = isPlainSse(next.entry) ? next.entry.raw.text : undefined
    const first = run[0]
    const fits = run.length < maxRunEntries && chars + (text?.length ?? 0) <= maxRunChars
    if (text === undefined || first === undefined || !fits || !follows(first, next, run.length)) close()
    if (text === undefined) {
      rows.push(singleRow(next))
      continue
    }
    run.push(next)
    texts.push(text)
    chars += text.length
  }
  close()
  return rows
}

/** Entries of a row from the one numbered `from` on. */
export function* entriesOfRow(row: StoredRow, from: number): Generator<Entry> {
  const base = { sessionId: row.session, exchangeId: row.exchange }
  if (row.run === null) {
    const own = { seq: row.seq, ...base, at: row.at, monoMs: row.mono }
    yield row.rest === null ? plainSse(own, row.idx ?? 0, row.raw ?? '') : fromRest(own, row.kind, row.rest)
    return
  }
  const facts = new Float64Array(Uint8Array.from(row.run).buffer)
  let start = 0
  for (let index = 0; index < row.n; index += 1) {
    const [length = 0, at = 0, monoMs = 0] = facts.subarray(index * perEntry, (index + 1) * perEntry)
    if (row.seq + index >= from) {
      const text = row.raw?.slice(start, start + length) ?? ''
      yield plainSse({ seq: row.seq + index, ...base, at, monoMs }, (row.idx ?? 0) + index, text)
    }
    start += length
  }
}

function follows(first: Appended, next: Appended, distance: number): boolean {
  const [a, b] = [first.entry, next.entry]
  return (
    b.seq === a.seq + distance &&
    b.exchangeId === a.exchangeId &&
    b.sessionId === a.sessionId &&
    next.taskId === first.taskId &&
    a.kind === 'frame' &&
    b.kind === 'frame' &&
    b.index === a.index + distance
  )
}

function runRow(run: readonly Appended[], texts: readonly string[]): NewRow {
  const facts = new Float64Array(run.length * perEntry)
  for (const [index, { entry }] of run.entries()) {
    facts[index * perEntry] = texts[index]?.length ?? 0
    facts[index * perEntry + 1] = entry.at
    facts[index * perEntry + 2] = entry.monoMs
  }
  return { ...singleRow(run[0]), n: run.length, raw: texts.join(''), run: new Uint8Array(facts.buffer) }
}

function singleRow(appended: Appended | undefined): NewRow {
  if (appended === undefined) throw new Error('a row needs an entry')
  const { entry, taskId } = appended
  const plain = isPlainSse(entry)
  return {
    first: entry,
    n: 1,
    taskId,
    kind: kindNumber(entry.kind),
    severity: worstSeverity(entry),
    idx: entry.kind === 'frame' ? entry.index : null,
    raw: plain ? entry.raw.text : null,
    rest: plain ? null : restOf(entry),
    run: null,
  }
}
