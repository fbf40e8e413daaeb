// Entries and runs as columns and back. What lists and filters ask for stands in columns; the rest is JSON. Of a plain frame
// the raw text is all that is kept: everything else about it can be read off that text again.

import type { Severity } from '#shared/a2a/finding.ts'
import type { Entry, EntryKind } from '#shared/record/entry.ts'
import { type FrameRun, isPlain, type Packed, plainFrame } from '#shared/record/run.ts'

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
const severities: readonly Severity[] = ['info', 'warning', 'error']

export function kindNumber(kind: EntryKind): number {
  return entryKinds.indexOf(kind)
}

export function severityNumber(severity: Severity): number {
  return severities.indexOf(severity)
}

/** The gravest finding, the one a filter by severity looks at. */
export function worstSeverity(entry: Pick<Entry, 'findings'>): number | null {
  if (entry.findings === undefined || entry.findings.length === 0) return null
  return Math.max(...entry.findings.map((finding) => severityNumber(finding.severity)))
}

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

export interface StoredRow extends Columns {
  readonly seq: number
  readonly session: string
  readonly exchange: string
}

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

export function packedOf(row: StoredRow): Packed {
  const { seq, session: sessionId, exchange: exchangeId, at, mono: monoMs } = row
  if (row.run !== null) return runOfRow(row, row.run)
  const base = { seq, sessionId, exchangeId, at, monoMs }
  if (row.rest === null) return plainFrame(base, row.idx ?? 0, row.raw ?? '')
  const members: Partial<Entry> = JSON.parse(row.rest)
  return { ...base, kind: entryKinds[row.kind], ...members } as Entry
}

function columnsOfRun({ index, before, after, texts, times }: FrameRun): Columns {
  const [, at = 0, mono = 0] = times[0] ?? []
  return {
    n: texts.length,
    kind: kindNumber('frame'),
    severity: null,
    at,
    mono,
    idx: index,
    raw: before + after + texts.join(''),
    rest: null,
    run: new Uint8Array(numbersOf(before, after, texts, times).buffer),
  }
}

/** The lengths of both ends; the times, counted; the length of each text. */
function numbersOf(
  before: string,
  after: string,
  texts: FrameRun['texts'],
  times: FrameRun['times'],
): Float64Array {
  const numbers = new Float64Array(3 + 3 * times.length + texts.length)
  numbers.set([before.length, after.length, times.length])
  let place = 3
  for (const time of times) {
    numbers.set(time, place)
    place += 3
  }
  for (const text of texts) {
    numbers[place] = text.length
    place += 1
  }
  return numbers
}

function runOfRow({ seq, session, exchange, idx, raw }: StoredRow, run: Uint8Array): FrameRun {
  const numbers = new Float64Array(Uint8Array.from(run).buffer)
  const [beforeLength = 0, afterLength = 0, timesLength = 0] = numbers
  const all = raw ?? ''
  const textsAt = 3 + 3 * timesLength
  let start = beforeLength + afterLength
  return {
    kind: 'run',
    seq,
    sessionId: session,
    exchangeId: exchange,
    index: idx ?? 0,
    before: all.slice(0, beforeLength),
    after: all.slice(beforeLength, start),
    texts: Array.from(numbers.subarray(textsAt), (length) => {
      const text = all.slice(start, start + length)
      start += length
      return text
    }),
    times: Array.from({ length: timesLength }, (_, place) => {
      const [count = 0, at = 0, monoMs = 0] = numbers.subarray(3 + 3 * place, 6 + 3 * place)
      return [count, at, monoMs] as const
    }),
  }
}

function restOf(entry: Entry): string {
  const { seq, sessionId, exchangeId, at, monoMs, kind, ...rest } = entry
  return JSON.stringify(rest)
}
