// The agents of a session together, for windows: its entries are folded when somebody first looks, in slices, and followed from there.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { CallLinks } from '#shared/spans/call-links.ts'
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
  /** Which call was made for which, as spans tell: the same value until they tell another. */
  readonly links: (sessionId: string) => CallLinks
  readonly mask: (text: string) => string
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

/** Entries gone through at a time. */
const windowEntries = 2_000
/** What a window waits for the first rows of a long session, before it is shown how far the reading is. */
const firstLookMs = 100

export function createTogether({
  record,
  sessionId,
  followed,
  links,
  mask,
}: TogetherDeps): EngineClient['together'] {
  let following: Following | undefined
  let anew: Following | undefined

  const begin = (told: CallLinks): Following => ({
    sessionId: sessionId(),
    links: told,
    deletions: record.deletions(),
    fold: createTogetherFold(createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) }), told),
    cursor: 0,
  })
  const isStill = ({ sessionId: of, deletions }: Following) =>
    of === sessionId() && deletions === record.deletions()
  /** Where spans tell another cause, all is folded once more; what was folded before is shown until that is done. */
  const foldAnew = (told: CallLinks): void => {
    const next = begin(told)
    anew = next
    run(next).finally(() => {
      if (anew !== next) return
      anew = undefined
      if (isStill(next)) following = next
      record.exchanges.wake()
    })
  }
  const run = (one: Following): Promise<void> => {
    one.running ??= catchUp(record, one).finally(() => {
      one.running = undefined
    })
    return one.running
  }
  const now = (): Following => {
    const told = links(sessionId())
    if (!following || !isStill(following)) following = begin(told)
    else if (following.links !== told && anew?.links !== told) foldAnew(told)
    return following
  }
  const caughtUp: FoldedSession['caughtUp'] = async () => {
    const one = now()
    run(one)
    const up = Promise.withResolvers<void>()
    const timer = setTimeout(up.resolve, firstLookMs)
    await Promise.race([Promise.all([one.running, anew?.running]), up.promise]).finally(() =>
      clearTimeout(timer),
    )
    const { fold, cursor, from = cursor } = following ?? one
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
