// One entry as one row and back. What lists and filters ask for stands in columns; the rest is JSON. A plain SSE frame,
// by far the most common entry, is its raw text alone: everything else about it can be read off that text again.

import type { Severity } from '#shared/a2a/finding.ts'
import type { Entry, EntryKind, FrameEntry } from '#shared/record/entry.ts'

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

export interface Row {
  readonly seq: number
  readonly session: string
  readonly exchange: string
  readonly kind: number
  readonly at: number
  readonly mono: number
  readonly idx: number | null
  readonly raw: string | null
  readonly rest: string | null
}

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

export function toColumns(entry: Entry): { idx: number | null; raw: string | null; rest: string | null } {
  if (entry.kind !== 'frame') return { idx: null, raw: null, rest: restOf(entry) }
  if (isPlainSse(entry)) return { idx: entry.index, raw: entry.raw.text, rest: null }
  return { idx: entry.index, raw: null, rest: restOf(entry) }
}

export function fromRow(row: Row): Entry {
  const base = {
    seq: row.seq,
    sessionId: row.session,
    exchangeId: row.exchange,
    at: row.at,
    monoMs: row.mono,
  }
  if (row.rest === null) return { ...base, ...plainSse(row.idx ?? 0, row.raw ?? '') }
  const rest: Partial<Entry> = JSON.parse(row.rest)
  return { ...base, kind: entryKinds[row.kind], ...rest } as Entry
}

function restOf(entry: Entry): string {
  const { seq, sessionId, exchangeId, at, monoMs, kind, ...rest } = entry
  return JSON.stringify(rest)
}

type PlainSse = FrameEntry & { readonly raw: { readonly text: string } }

const prefix = 'data: '

function isPlainSse(frame: FrameEntry): frame is PlainSse {
  if (frame.framing !== 'sse' || frame.findings !== undefined) return false
  if (frame.event !== undefined || frame.id !== undefined || frame.retryMs !== undefined) return false
  const raw = frame.raw.text
  const data = frame.data?.text
  if (raw === undefined || data === undefined) return false
  if (raw.length !== data.length + 8 || frame.raw.sizeBytes !== (frame.data?.sizeBytes ?? 0) + 8) return false
  return raw.startsWith(prefix) && raw.endsWith('\n\n') && raw.startsWith(data, prefix.length)
}

function plainSse(
  index: number,
  raw: string,
): Omit<FrameEntry, 'seq' | 'sessionId' | 'exchangeId' | 'at' | 'monoMs'> {
  const data = raw.slice(prefix.length, -2)
  const sizeBytes = Buffer.byteLength(raw)
  return {
    kind: 'frame',
    index,
    framing: 'sse',
    raw: { sizeBytes, text: raw },
    data: { sizeBytes: sizeBytes - 8, text: data },
  }
}
