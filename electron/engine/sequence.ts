// The sequences of the sessions of one record: folded on first use, in slices, and then followed. Callers that they
// determine are written to the record, for lists and filters.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { createLruCache } from '#shared/collections/lru-cache.ts'
import type { CallLinks } from '#shared/spans/span-nodes.ts'
import { createReading } from '#shared/story/reading.ts'
import type { FoldedSession } from '#shared/story/sequence/sequence-api.ts'
import { createSequenceFold, type SequenceFold } from '#shared/story/sequence/sequence-fold.ts'
import { createSlices, withTimeout } from './platform/async.ts'
import { reportInternalError } from './platform/guarded.ts'
import { createFollowLinks } from './spans/span-source.ts'
import type { SessionRecord } from './store/record.ts'
import { textBehind } from './store/whole-body.ts'

/** The source of the spans of a replayed session. */
type Received = { readonly record: SessionRecord; readonly sessionId: string } | undefined

export interface SequenceFolds {
  /** To the end of the record, or to the time-out. */
  look(sessionId: string): ReturnType<FoldedSession['caughtUp']>
  /** Resolves when the callers are in the record: of a session, or of all. */
  callersNamed(sessionId: string | undefined): Promise<void>
}

interface Following {
  readonly sessionId: string
  readonly links: CallLinks
  readonly deletions: number
  readonly fold: SequenceFold
  cursor: number
  /** The beginning of the session. */
  from?: number
  running?: Promise<void> | undefined
}

interface OneFolded {
  now(): Following
  /** Replaces this one once it has been read. */
  next(): Following | undefined
}

// Sessions whose sequence is cached; another is read again when it is opened.
const maxFoldedSessions = 4
/** Entries per step. */
const windowEntries = 2_000
/** Time for the first rows of a long session, before a window shows the progress of reading. */
const firstLookMs = 100

export function createSequenceFolds(record: SessionRecord, received: Received): SequenceFolds {
  const folds = createLruCache<string, OneFolded>(maxFoldedSessions)
  const foldOf = (sessionId: string) =>
    folds.getOrMake(sessionId, () => followSession(record, sessionId, received))
  return {
    async look(sessionId) {
      const following = foldOf(sessionId)
      const running = run(record, following.now())
      await withTimeout(firstLookMs, running, following.next()?.running)
      const { fold, cursor, from = cursor } = following.now()
      const latest = record.latest()
      return { fold, progress: latest <= from ? 1 : Math.min(1, (cursor - from) / (latest - from)) }
    },
    async callersNamed(sessionId) {
      const unnamed = record.exchanges.sessionsUnnamed()
      const sessionIds = sessionId === undefined ? unnamed : [sessionId]
      for (const each of sessionIds) {
        if (!folds.has(each) && !unnamed.includes(each)) continue
        const following = foldOf(each)
        await run(record, following.now())
        await following.next()?.running
      }
    },
  }
}

function followSession(record: SessionRecord, sessionId: string, received: Received): OneFolded {
  const linksOf = createFollowLinks()
  let following: Following | undefined
  let anew: Following | undefined

  const begin = (links: CallLinks): Following => ({
    ...{ sessionId, links, cursor: 0 },
    deletions: record.deletions(),
    fold: createSequenceFold(createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) }), links),
  })
  const isStill = ({ deletions }: Following) => deletions === record.deletions()
  /** When spans show another cause, everything is folded again; the previous fold is shown meanwhile. */
  const foldAnew = (links: CallLinks): void => {
    const next = begin(links)
    anew = next
    run(record, next).finally(() => {
      if (anew !== next) return
      anew = undefined
      if (isStill(next)) following = next
      record.exchanges.wake()
    })
  }
  return {
    now() {
      const links = linksOf({ record, sessionId, received })
      if (!following || !isStill(following)) following = begin(links)
      else if (following.links !== links && anew?.links !== links) foldAnew(links)
      return following
    },
    next: () => anew,
  }
}

function run(record: SessionRecord, following: Following): Promise<void> {
  following.running ??= catchUp(record, following).finally(() => {
    following.running = undefined
  })
  return following.running
}

async function catchUp(record: SessionRecord, following: Following): Promise<void> {
  const breathe = createSlices()
  const filter = { sessionId: following.sessionId }
  while (following.cursor < record.latest()) {
    const { packed, next } = await record.readPacked({
      after: following.cursor,
      limit: windowEntries,
      filter,
    })
    following.from ??= (packed[0]?.seq ?? next) - 1
    for (const row of packed) {
      following.fold.apply(row)
      await breathe()
    }
    nameCallers(record, following.fold)
    await breathe()
    if (next === following.cursor) return
    following.cursor = next
  }
}

/** On a disk that refuses writes, only the names are lost. */
function nameCallers(record: SessionRecord, fold: SequenceFold): void {
  try {
    record.exchanges.nameCallers(fold.takeCallers())
  } catch (error) {
    reportInternalError({ where: 'record callers', error })
  }
}
