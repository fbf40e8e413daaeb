// What was decoded while it was recorded is not decoded again by who reads it soon after. Only what is as it came is kept here: where
// something was masked, the entry alone reports what it says now.

import type { Decoded, Result } from '../a2a/dialect.ts'
import type { ArtifactUpdate, Update } from '../a2a/model.ts'
import type { Entry } from '../record/entry.ts'
import type { FrameRun } from '../record/run-schema.ts'

/** What an answer holds: a decoded result, or the reason why there is none. */
export type Answer = Decoded<Result> | { readonly kind: 'nothing' } | { readonly kind: 'not-loaded' }

export interface PiecesRead {
  /** What all of them say but their text. */
  readonly like: ArtifactUpdate
  readonly texts: readonly string[]
}

/** Of the frames of a run, by their places, or that all of them are pieces of one text. */
export type CachedRun =
  | { readonly updates: readonly (Update | undefined)[]; readonly pieces?: undefined }
  | { readonly pieces: PiecesRead; readonly updates?: undefined }

// Of answers held decoded for readers that are behind; further ones are decoded again.
const maxKnownAnswerChars = 8_000_000
/** What an answer weighs besides its text. */
const answerChars = 500

let newer = empty()
let older = empty()
let chars = 0

export function cacheAnswer(entry: Entry, answer: Answer, textSize: number): void {
  weigh(textSize + answerChars)
  newer.entries.set(entry, answer)
}

export function cacheRun(run: FrameRun, existing: CachedRun): void {
  const { before, after, texts, count } = run
  weigh(count * (before.length + after.length + (existing.pieces ? 0 : answerChars)) + texts.length)
  newer.runs.set(run, existing)
}

export function cachedAnswer(entry: Entry): Answer | undefined {
  return newer.entries.get(entry) ?? older.entries.get(entry)
}

export function cachedRun(run: FrameRun): CachedRun | undefined {
  return newer.runs.get(run) ?? older.runs.get(run)
}

export function answerOf(update: Update): Answer {
  return { kind: 'result', result: { kind: 'update', update } }
}

function weigh(more: number): void {
  if (chars > maxKnownAnswerChars) {
    older = newer
    newer = empty()
    chars = 0
  }
  chars += more
}

function empty() {
  return { entries: new WeakMap<Entry, Answer>(), runs: new WeakMap<FrameRun, CachedRun>() }
}
