// The agents of a session together, for windows: its entries are folded when somebody first looks, in slices, and followed from there.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { createReading } from '#shared/story/reading.ts'
import { answerTogether, type FoldedSession } from '#shared/story/together/answer-together.ts'
import { createTogetherFold, type TogetherFold } from '#shared/story/together/together-fold.ts'
import { mapStrings } from '../sessions/file/map-strings.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'
import type { ConversationFolds } from '../story/conversation-folds.ts'

interface TogetherDeps {
  readonly record: SessionRecord
  /** Which session it is about now. */
  readonly sessionId: () => string
  readonly followed: ConversationFolds['followed']
  readonly mask: (text: string) => string
}

interface Following {
  readonly sessionId: string
  readonly deletions: number
  readonly fold: TogetherFold
  cursor: number
  /** Where the session begins. */
  from?: number
  running?: Promise<void> | undefined
}

/** Entries gone through at a time. */
const windowEntries = 2_000
/** What a window waits for the first rows of a long session, before it is shown how far the reading is. */
const firstLookMs = 100

export function createTogether({
  record,
  sessionId,
  followed,
  mask,
}: TogetherDeps): EngineClient['together'] {
  let following: Following | undefined

  const begin = (): Following => ({
    sessionId: sessionId(),
    deletions: record.deletions(),
    fold: createTogetherFold(createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) })),
    cursor: 0,
  })
  const now = (): Following => {
    const isSame = following?.sessionId === sessionId() && following.deletions === record.deletions()
    if (!following || !isSame) following = begin()
    return following
  }
  const caughtUp: FoldedSession['caughtUp'] = async () => {
    const one = now()
    one.running ??= catchUp(record, one).finally(() => {
      one.running = undefined
    })
    const up = Promise.withResolvers<void>()
    const timer = setTimeout(up.resolve, firstLookMs)
    await Promise.race([one.running, up.promise]).finally(() => clearTimeout(timer))
    const { fold, cursor, from = cursor } = one
    const latest = record.latest()
    return { fold, progress: latest <= from ? 1 : Math.min(1, (cursor - from) / (latest - from)) }
  }
  return answerTogether({ caughtUp, followed, masked: (value) => mapStrings(value, mask) })
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
    // The record is closed.
    if (next === following.cursor) return
    following.cursor = next
  }
}
