// An entry as columns and back. What lists and filters ask for stands in columns; the rest is JSON. A plain SSE frame, by
// far the most common entry, is its raw text alone: everything else about it can be read off that text again.

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

export type PlainSse = FrameEntry & { readonly raw: { readonly text: string } }

const prefix = 'data: '

/** A frame whose raw text says all there is to say about it. */
export function isPlainSse(entry: Entry): entry is PlainSse {
  if (entry.kind !== 'frame' || entry.framing !== 'sse' || entry.findings !== undefined) return false
  if (entry.event !== undefined || entry.id !== undefined || entry.retryMs !== undefined) return false
  const raw = entry.raw.text
  const data = entry.data?.text
  if (raw === undefined || data === undefined) return false
  if (raw.length !== data.length + 8 || entry.raw.sizeBytes !== (entry.data?.sizeBytes ?? 0) + 8) return false
  // Not `startsWith(data, …)`: comparing a slice is ten times as fast.
  return raw.startsWith(prefix) && raw.endsWith('\n\n') && raw.slice(prefix.length, -2) === data
}

type Base = Pick<Entry, 'seq' | 'sessionId' | 'exchangeId' | 'at' | 'monoMs'>

export function plainSse(base: Base, index: number, raw: string): FrameEntry {
  const data = raw.slice(prefix.length, -2)
  const sizeBytes = Buffer.byteLength(raw)
  return {
    ...base,
    kind: 'frame',
    index,
    framing: 'sse',
    raw: { sizeBytes, text: raw },
    data: { sizeBytes: sizeBytes - 8, text: data },
  }
}

export function restOf(entry: Entry): string {
  const { seq, sessionId, exchangeId, at, monoMs, kind, ...rest } = entry
  return JSON.stringify(rest)
}

export function fromRest(base: Base, kind: number, rest: string): Entry {
  const members: Partial<Entry> = JSON.parse(rest)
  return { ...base, kind: entryKinds[kind], ...members } as Entry
}
