// Converts entries and runs to columns and back. Members that lists and filters use are columns; the rest is JSON. Of a
// plain frame only the raw text is stored, as everything else follows from it.

import { severities } from '#shared/a2a/severities.ts'
import type { Entry, EntryKind } from '#shared/record/entry.ts'
import { commonWrap, isPlain, plainFrameOf } from '#shared/record/plain-frame.ts'
import type { Packed } from '#shared/record/run.ts'
import type { FrameRun } from '#shared/record/run-schema.ts'

export const entryKinds: readonly EntryKind[] = [
  'request',
  'response',
  'frame',
  'end',
  'failure',
  'redirect',
  'webhook',
  'note',
]

export function kindNumber(kind: EntryKind): number {
  return entryKinds.indexOf(kind)
}

/** Of the gravest finding. */
function worstSeverity(entry: Pick<Entry, 'findings'>): number | null {
  if (entry.findings === undefined || entry.findings.length === 0) return null
  return Math.max(...entry.findings.map(({ severity }) => severities.indexOf(severity)))
}

/** SQL: the number of findings of an entry that has some. */
export const findingCount = "json_array_length(rest, '$.findings')"

export interface Columns {
  readonly n: number
  readonly kind: number
  readonly severity: number | null
  readonly at: number
  readonly mono: number
  readonly idx: number | null
  readonly raw: string | null
  readonly rest: string | null
  readonly run: Uint8Array | null
}

interface StoredRow extends Columns {
  readonly seq: number
  readonly session: string
  readonly exchange: string
}

/** The columns that a row is read from, for an entry `e` joined to its names. */
export const storedColumns =
  'e.seq, e.n, s.uid AS session, x.uid AS exchange, e.kind, e.at, e.mono, e.idx, e.raw, e.rest, e.run'
export const withNames = 'JOIN session s ON s.id = e.session JOIN exchange x ON x.id = e.exchange'

export function columnsOf(packed: Packed): Columns {
  if (packed.kind === 'run') return columnsOfRun(packed)
  const plain = isPlain(packed)
  return {
    n: 1,
    kind: kindNumber(packed.kind),
    severity: worstSeverity(packed),
    at: packed.at,
    mono: packed.monoMs,
    idx: packed.kind === 'frame' ? packed.index : null,
    raw: plain ? packed.raw.text : null,
    rest: plain ? null : restOf(packed),
    run: null,
  }
}

export function packedOf(stored: Readonly<Record<string, unknown>>): Packed {
  const row = stored as unknown as StoredRow
  const { seq, session: sessionId, exchange: exchangeId, at, mono: monoMs } = row
  if (row.run !== null) return runOfRow(row, row.run)
  const base = { seq, sessionId, exchangeId, at, monoMs }
  if (row.rest === null) return plainFrameOf(base, row.idx ?? 0, row.raw ?? '')
  const members: Partial<Entry> = JSON.parse(row.rest)
  return { ...base, kind: entryKinds[row.kind], ...members } as Entry
}

/** The text has a line with the common prefix, one with the common suffix, then one for each frame. */
function columnsOfRun({ index, count, wrap, before, after, texts, times }: FrameRun): Columns {
  const [, at = 0, mono = 0] = times[0] ?? []
  return {
    n: count,
    kind: kindNumber('frame'),
    severity: null,
    at,
    mono,
    idx: index,
    raw: `${before}\n${after}\n${texts}`,
    rest: wrap.start === commonWrap.start && wrap.end === commonWrap.end ? null : JSON.stringify({ wrap }),
    run: new Uint8Array(Float64Array.from(times.flat()).buffer),
  }
}

function runOfRow({ seq, session, exchange, n, idx, raw, rest }: StoredRow, run: Uint8Array): FrameRun {
  const text = raw ?? ''
  const afterAt = text.indexOf('\n') + 1
  const textsAt = text.indexOf('\n', afterAt) + 1
  const numbers = new Float64Array(Uint8Array.from(run).buffer)
  return {
    kind: 'run',
    seq,
    sessionId: session,
    exchangeId: exchange,
    index: idx ?? 0,
    count: n,
    wrap: rest === null ? commonWrap : JSON.parse(rest).wrap,
    before: text.slice(0, Math.max(0, afterAt - 1)),
    after: text.slice(afterAt, Math.max(afterAt, textsAt - 1)),
    texts: text.slice(textsAt),
    times: Array.from({ length: numbers.length / 3 }, (_, place) => {
      const [count = 0, at = 0, monoMs = 0] = numbers.subarray(3 * place, 3 * place + 3)
      return [count, at, monoMs] as const
    }),
  }
}

function restOf(entry: Entry): string {
  const { seq, sessionId, exchangeId, at, monoMs, kind, ...rest } = entry
  return JSON.stringify(rest)
}
