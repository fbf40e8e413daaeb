import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import { createReading } from '#shared/story/reading.ts'
import { createTimelineApi } from '#shared/story/timeline/timeline-api.ts'
import type { SessionRecord } from './store/record.ts'
import { textBehind } from './store/whole-body.ts'
import type { ConversationFolds } from './story/conversation-folds.ts'

interface TimelineDeps {
  readonly record: SessionRecord
  readonly folds: ConversationFolds
  readonly mask: (text: string) => string
  readonly now?: () => number
}

export function createTimeline({
  record,
  folds,
  mask,
  now = Date.now,
}: TimelineDeps): EngineClient['timeline'] {
  return createTimelineApi({
    ...folds,
    now,
    reading: createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) }),
    entriesAt: record.tasks.entriesAt,
    seqsWith: record.seqsWith,
    masked: (value) => mapStrings(value, mask),
  })
}
