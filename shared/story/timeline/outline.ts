// The timeline of one task as a reader sees it: a bounded outline, and rows by position. All times are by our clock, in
// milliseconds since the task's first entry; the agent's own clock is only reported.

import type { Finding, Severity } from '../../a2a/finding.ts'
import type { TaskState } from '../../a2a/model.ts'
import type { FailureKind } from '../../record/entry.ts'
import type { StreamOutcome } from '../exchanges.ts'
import type { Source } from '../sightings.ts'
import type { StoredRelation } from '../task-view.ts'

export const rowKinds = ['sent', 'status', 'chunks', 'message', 'call', 'keep-alive', 'error', 'end'] as const
/**
 * `sent`: the user's message. `chunks`: a burst of pieces of one artifact, or a single one. `call`: another request of the user
 * about the task. `end`: the end of a stream or call.
 */
export type RowKind = (typeof rowKinds)[number]

/** The same fact from another source; `count` for a repeated burst. */
export interface Again {
  readonly source: Source
  readonly count: number
  /** After the first sighting. */
  readonly leastDelayMs: number
  readonly mostDelayMs: number
}

/** A row without its text, which is read from its entry when the row is shown. */
export interface Row {
  readonly index: number
  readonly kind: RowKind
  readonly source: Source
  /** The first entry of a burst. */
  readonly seq: number
  readonly sinceMs: number
  readonly untilMs: number
  /** From the end of the row before; absent for the first. */
  readonly gapMs?: number
  readonly count: number
  /** Of content, without envelopes. */
  readonly bytes: number
  /** Of its entries on the wire, envelopes included. */
  readonly wireBytes: number
  readonly state?: TaskState
  /** Older than the status that was current on arrival. */
  readonly late?: true
  /** A change of state that no task may make, such as out of a terminal one. */
  readonly impossible?: true
  readonly artifact?: number
  /** Position of the first piece in the artifact, or of a message in the task's history. */
  readonly place: number
  readonly marks: readonly RowMark[]
  readonly again: readonly Again[]
  readonly findings: number
  readonly severity?: Severity
  /** The entry with the worst findings. */
  readonly findingSeq?: number
}

export const rowMarks = [
  'append',
  'replaced',
  'last',
  'whole',
  'differs',
  'interrupted',
  'history',
  'unproven',
] as const
/**
 * How the first piece of a burst arrived (`append`, `replaced`), whether the burst has the `last` one, whether it is the
 * agent's `whole` copy and `differs` from the stream; for an end, that it was too early (`interrupted`); for a message, that
 * only the task's `history` contains it; for a webhook call, that its token or authorization was wrong (`unproven`).
 */
export type RowMark = (typeof rowMarks)[number]

/** A row with the text of its entry. */
export interface TimelineRow extends Row {
  readonly exchangeId: string
  /** Wall clock. */
  readonly at: number
  /** Index of the first entry's frame in its exchange, from 0. */
  readonly frame?: number
  /** Of another program's call, through a tap. */
  readonly byCaller?: true
  readonly text: string
  readonly artifactName?: string
  readonly failure?: FailureKind
  readonly found: readonly Finding[]
}

/** One entry of an opened row: a piece of a burst, a keep-alive, or a sighting of the same fact. */
export interface TimelineChunk {
  readonly seq: number
  readonly exchangeId: string
  readonly source: Source
  readonly frame?: number
  readonly at: number
  readonly sinceMs: number
  readonly wireBytes: number
  readonly text: string
}

export interface Segment {
  readonly state: TaskState
  readonly fromMs: number
  /** The entry and the row that reported it. */
  readonly seq: number
  readonly row: number
  /** Updates that confirmed the same state. */
  readonly updates: number
  readonly impossible?: true
  /** How many changes it stands for, too short to be distinguished. */
  readonly changes?: number
}

export interface StripCell {
  readonly chunks: number
  readonly bytes: number
  readonly replaced?: true
  readonly last?: true
  readonly whole?: true
}

export interface ArtifactOutline {
  readonly artifactId: string
  readonly name?: string
  readonly chunks: number
  readonly bytes: number
  readonly chars: number
  readonly firstMs: number
  readonly lastMs: number
  readonly firstSeq: number
  readonly closed: boolean
  readonly replaced: number
  readonly strip: readonly StripCell[]
  readonly stored?: StoredRelation
}

export interface Silence {
  readonly fromMs: number
  readonly ms: number
}

export interface Figures {
  readonly firstByteMs?: number
  readonly firstEventMs?: number
  /** The first text of the answer, as docs/STORY.md defines it. */
  readonly firstTextMs?: number
  /** The first note on the work, where it preceded the answer. */
  readonly firstNoteMs?: number
  readonly totalMs: number
  readonly events: number
  /** As received, envelopes included. */
  readonly receivedBytes: number
  readonly longestSilence?: Silence
  /** Of the second before the last event. */
  readonly lastSecond: { readonly events: number; readonly bytes: number }
  /** The agent's clock minus ours, over its timestamps. */
  readonly clockSkewMs?: { readonly least: number; readonly most: number }
}

/** Events and bytes over time, in steps that widen as the task grows. */
export interface Rates {
  readonly stepMs: number
  readonly events: readonly number[]
  readonly bytes: readonly number[]
}

/** A stream of the task that broke off before its end, and what the next one delivered. */
export interface Reconnect {
  readonly cutMs: number
  readonly cutSeq: number
  /** The caller ended it: Parley, or another program through a tap. */
  readonly onPurpose: boolean
  readonly byCaller: boolean
  readonly backMs?: number
  /** Characters that only the snapshot delivered. */
  readonly caughtUpChars: number
  /** States that only the snapshot delivered. */
  readonly caughtUpStates: number
  /** Events of the new stream that the old one had delivered already. */
  readonly repeated: number
  readonly eventsSince: number
}

export interface Outline {
  readonly taskId: string
  readonly contextId?: string
  /** Wall clock of the first entry. */
  readonly startedAt: number
  readonly lastSeq: number
  readonly rows: number
  readonly state?: TaskState
  readonly openStreams: readonly string[]
  readonly lastStream?: { readonly exchangeId: string; readonly outcome: StreamOutcome }
  /** When the agent last sent something. */
  readonly heardMs: number
  readonly segments: readonly Segment[]
  /** When the user, or a caller through a tap, sent a message. */
  readonly sentMs: readonly number[]
  /** Those that a caller through a tap sent. */
  readonly callerMs: readonly number[]
  readonly artifacts: readonly ArtifactOutline[]
  /** Artifacts past the bound, counted together in the last one. */
  readonly moreArtifacts: number
  readonly figures: Figures
  readonly rates: Rates
  readonly reconnects: readonly Reconnect[]
  /** Rows past the bound, counted in the figures only. */
  readonly moreRows: number
}
