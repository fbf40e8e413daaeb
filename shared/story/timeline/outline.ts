// What a reader sees of one task's timeline: a bounded outline, and rows by position. Everything is measured on our clock,
// in milliseconds since the task's first entry; the agent's own clock is only reported.

import type { Finding, Severity } from '../../a2a/finding.ts'
import type { TaskState } from '../../a2a/model.ts'
import type { FailureKind } from '../../record/entry.ts'
import type { StreamOutcome } from '../exchanges.ts'
import type { Source } from '../sightings.ts'
import type { StoredRelation } from '../task-view.ts'

export const rowKinds = ['sent', 'status', 'chunks', 'message', 'call', 'keep-alive', 'error', 'end'] as const
/**
 * `sent`: the user's message. `chunks`: a burst of pieces of one artifact, or a single one. `call`: something else the
 * user asked about the task. `end`: a stream or call was over.
 */
export type RowKind = (typeof rowKinds)[number]

/** The same fact by another way; `count` when a burst was repeated. */
export interface Again {
  readonly source: Source
  readonly count: number
  /** After the first sighting. */
  readonly leastDelayMs: number
  readonly mostDelayMs: number
}

/** The bare row, as the fold keeps it; its text is read from its entry once it is looked at. */
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
  /** Of content, without its envelope. */
  readonly bytes: number
  /** Of its entries as they lie on the wire, envelopes included. */
  readonly wireBytes: number
  readonly state?: TaskState
  /** Overtaken: older than what was known when it arrived. */
  readonly late?: true
  /** A change of state that no task can make, such as out of a terminal one. */
  readonly impossible?: true
  readonly artifact?: number
  /** Of the first piece among the artifact's, or of a message in the task's history. */
  readonly place: number
  readonly marks: readonly RowMark[]
  readonly again: readonly Again[]
  readonly findings: number
  readonly severity?: Severity
  /** The entry whose findings report what is wrong. */
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
 * How the first piece of a burst came (`append`, `replaced`), whether it holds the `last` one, whether it arrived as the
 * agent's `whole` copy and `differs` from what was streamed; for an end, that it arrived too early; for a message, that only
 * the task's history reports it; for a webhook call, that its token or authorization was wrong.
 */
export type RowMark = (typeof rowMarks)[number]

/** A row with what its entry says. */
export interface TimelineRow extends Row {
  readonly exchangeId: string
  /** Wall clock. */
  readonly at: number
  /** Which frame of its exchange the first entry is, from 0. */
  readonly frame?: number
  /** Of a call of another program's, through a tap. */
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
  /** The entry and the row that brought it. */
  readonly seq: number
  readonly row: number
  /** Updates that confirmed the same state. */
  readonly updates: number
  readonly impossible?: true
  /** It stands for this many changes, too short to be distinguished. */
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
  /** Of the answer; see docs/STORY.md for what that is. */
  readonly firstTextMs?: number
  /** A note on the work, where it preceded the answer. */
  readonly firstNoteMs?: number
  readonly totalMs: number
  readonly events: number
  /** As received, envelopes included. */
  readonly receivedBytes: number
  readonly longestSilence?: Silence
  /** Of the second before the last event. */
  readonly lastSecond: { readonly events: number; readonly bytes: number }
  /** The agent's clock less ours, over its timestamps. */
  readonly clockSkewMs?: { readonly least: number; readonly most: number }
}

/** Events and bytes over time, in steps that widen as the task grows. */
export interface Rates {
  readonly stepMs: number
  readonly events: readonly number[]
  readonly bytes: readonly number[]
}

/** A stream of the task broke off before its end, and what the next one brought. */
export interface Reconnect {
  readonly cutMs: number
  readonly cutSeq: number
  /** By the wish of who called: our own, or another program's through a tap. */
  readonly onPurpose: boolean
  readonly byCaller: boolean
  readonly backMs?: number
  /** Characters that came only with the snapshot. */
  readonly caughtUpChars: number
  /** States that came only with the snapshot. */
  readonly caughtUpStates: number
  /** Events of the new stream that the old one had shown. */
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
  /** When the agent was last heard. */
  readonly heardMs: number
  readonly segments: readonly Segment[]
  /** When the user spoke, or who calls through a tap. */
  readonly sentMs: readonly number[]
  /** Those of them that a caller behind a tap sent. */
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
