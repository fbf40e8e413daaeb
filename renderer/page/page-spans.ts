// The spans of a page's session, in the same rows as the engine's.

import type { EngineClient } from '#shared/contract/contract.ts'
import { factsIn } from '#shared/spans/span-batch.ts'
import { answerSpans } from '#shared/spans/spans-api.ts'
import type { PageData } from './page-data.ts'
import { untilOther } from './page-story.ts'

/** Nothing will ever change. */
const version = 1

export function spansIn({ exchanges, spans }: PageData): EngineClient['spans'] {
  const ofTrace = Map.groupBy(spans, ({ traceId }) => traceId)
  return answerSpans({
    exchange: (exchangeId) => exchanges.find(({ id }) => id === exchangeId),
    exchangesOfTask: (taskId, agentId) =>
      exchanges.filter((row) => row.taskId === taskId && (agentId === undefined || row.agentId === agentId)),
    exchangesOfTrace: (traceId) => exchanges.filter((row) => row.traceId === traceId),
    trace(traceId) {
      const lots = ofTrace.get(traceId) ?? []
      return { spans: lots.flatMap(factsIn), dropped: lots[0]?.dropped ?? 0 }
    },
    stamp: () => version,
    // Only traces of its exchanges are in a page.
    unknown: () => ({ rows: [], total: 0, spans: 0 }),
    unknownStamp: () => version,
    span(traceId, spanId) {
      for (const { resource, service, spans: its } of ofTrace.get(traceId) ?? []) {
        const found = its.find((span) => span.spanId === spanId)
        if (found) {
          const { detail, ...facts } = found
          return { traceId, service, ...facts, ...detail, resource }
        }
      }
      return undefined
    },
    followed: untilOther,
  })
}
