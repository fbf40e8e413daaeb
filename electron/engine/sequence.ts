// The folds of sessions whose agents are seen together, of one record: made when somebody first asks, in slices, and followed from there.
// What they tell of who called is said to the record as it is found, so that lists have it and filters find it.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { createLatest } from '#shared/collections/lru-cache.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import type { CallLinks } from '#shared/spans/span-nodes.ts'
import { createReading } from '#shared/story/reading.ts'
import { answerTogether, type FoldedSession } from '#shared/story/sequence/sequence-api.ts'
import { createTogetherFold, type TogetherFold } from '#shared/story/sequence/sequence-fold.ts'
import { createSlices, withTimeout } from './platform/async.ts'
import { reportInternalError } from './platform/guarded.ts'
import { createFollowLinks } from './spans/span-source.ts'
import type { SessionRecord } from './store/record.ts'
import { textBehind } from './store/whole-body.ts'
import type { ConversationFolds } from './story/conversation-folds.ts'

/** Where the spans of a session that is replayed lie. */
type Received = { readonly record: SessionRecord; readonly sessionId: string } | undefined

export interface TogetherFolds {
  /** As far as the record goes, or as the time allows. */
  look(sessionId: string): ReturnType<FoldedSession['caughtUp']>
  /** Who called is on the record when this resolves: in a session, or in all. */
  callersNamed(sessionId: string | undefined): Promise<void>
}

interface Following {
  readonly sessionId: string
  readonly links: CallLinks
  readonly deletions: number
  readonly fold: TogetherFold
  cursor: number
  /** Where the session begins. */
  from?: number
  running?: Promise<void> | undefined
}

interface OneFolded {
  now(): Following
  /** What takes its place once it is read whole. */
  next(): Following | undefined
}

// Sessions whose calls are kept folded; another is read again when it is looked at.
const maxFoldedSessions = 4
/** Entries gone through at a time. */
const windowEntries = 2_000
/** What a window waits for the first rows of a long session, before it is shown how far the reading is. */
const firstLookMs = 100

export function createTogetherFolds(record: SessionRecord, received: Received): TogetherFolds {
  const folds = createLatest<string, OneFolded>(maxFoldedSessions)
  const foldOf = (sessionId: string) =>
    folds.getOrMake(sessionId, () => followSession(record, sessionId, received))
  return {
    async look(sessionId) {
      const one = foldOf(sessionId)
      const running = run(record, one.now())
      await withTimeout(firstLookMs, running, one.next()?.running)
      const { fold, cursor, from = cursor } = one.now()
      const latest = record.latest()
      return { fold, progress: latest <= from ? 1 : Math.min(1, (cursor - from) / (latest - from)) }
    },
    async callersNamed(sessionId) {
      const unnamed = record.exchanges.sessionsUnnamed()
      const sessionIds = sessionId === undefined ? unnamed : [sessionId]
      for (const each of sessionIds) {
        if (!folds.has(each) && !unnamed.includes(each)) continue
        const one = foldOf(each)
        await run(record, one.now())
        await one.next()?.running
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
    fold: createTogetherFold(createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) }), links),
  })
  const isStill = ({ deletions }: Following) => deletions === record.deletions()
  /** Where spans tell another cause, all is folded once more; what was folded before is shown until that is done. */
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

function run(record: SessionRecord, one: Following): Promise<void> {
  one.running ??= catchUp(record, one).finally(() => {
    one.running = undefined
  })
  return one.running
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
    // The record is closed.
    if (next === following.cursor) return
    following.cursor = next
  }
}

/** A record that cannot be written to just now loses no more than the name. */
function nameCallers(record: SessionRecord, fold: TogetherFold): void {
  try {
    record.exchanges.nameCallers(fold.takeCallers())
  } catch (error) {
    reportInternalError({ where: 'record callers', error })
  }
}

// The agents of a session together, for windows.

interface TogetherDeps {
  readonly folds: TogetherFolds
  /** Which session it is about now. */
  readonly sessionId: () => string
  readonly followed: ConversationFolds['followed']
  readonly mask: (text: string) => string
}

export function createTogether({ folds, sessionId, followed, mask }: TogetherDeps): EngineClient['together'] {
  return answerTogether({
    caughtUp: () => folds.look(sessionId()),
    followed,
    masked: (value) => mapStrings(value, mask),
  })
}
