// Caches what was decoded while it was recorded, for readers that follow soon after. Only entries that were recorded unchanged
// are cached: where something was masked, the entry has to be decoded again.

import type { Decoded, Result } from '../a2a/dialect.ts'
import type { ArtifactUpdate, Update } from '../a2a/model.ts'
import type { Entry } from '../record/entry.ts'
import type { FrameRun } from '../record/run-schema.ts'

/** A decoded result, or why an entry has none. */
export type CachedDecode = Decoded<Result> | { readonly kind: 'nothing' } | { readonly kind: 'not-loaded' }

export interface PiecesRead {
  /** The update that all pieces share, except for their text. */
  readonly like: ArtifactUpdate
  readonly texts: readonly string[]
}

/** The updates of the frames of a run by position, or the one text that all frames are pieces of. */
export type CachedRun =
  | { readonly updates: readonly (Update | undefined)[]; readonly pieces?: undefined }
  | { readonly pieces: PiecesRead; readonly updates?: undefined }

// Decoded answers kept for readers that lag behind; older ones are decoded again.
const maxCachedAnswerChars = 8_000_000
/** Weight of a decoded answer besides its text, in characters. */
const answerChars = 500

let newer = empty()
let older = empty()
let chars = 0

export function cacheDecode(entry: Entry, answer: CachedDecode, textSize: number): void {
  weigh(textSize + answerChars)
  newer.entries.set(entry, answer)
}

export function cacheRun(run: FrameRun, existing: CachedRun): void {
  const { before, after, texts, count } = run
  weigh(count * (before.length + after.length + (existing.pieces ? 0 : answerChars)) + texts.length)
  newer.runs.set(run, existing)
}

export function cachedDecode(entry: Entry): CachedDecode | undefined {
  return newer.entries.get(entry) ?? older.entries.get(entry)
}

export function cachedRun(run: FrameRun): CachedRun | undefined {
  return newer.runs.get(run) ?? older.runs.get(run)
}

export function decodeOf(update: Update): CachedDecode {
  return { kind: 'result', result: { kind: 'update', update } }
}

function weigh(more: number): void {
  if (chars > maxCachedAnswerChars) {
    older = newer
    newer = empty()
    chars = 0
  }
  chars += more
}

function empty() {
  return { entries: new WeakMap<Entry, CachedDecode>(), runs: new WeakMap<FrameRun, CachedRun>() }
}
