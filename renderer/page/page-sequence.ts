// The agents of a page's session together, folded by the same code as in the engine on the first request.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { factsIn } from '#shared/spans/span-batch.ts'
import { callLinks } from '#shared/spans/span-nodes.ts'
import { createReading } from '#shared/story/reading.ts'
import { createSequenceApi } from '#shared/story/sequence/sequence-api.ts'
import {
  createSequenceFold,
  type NamedCaller,
  type SequenceFold,
} from '#shared/story/sequence/sequence-fold.ts'
import { createSlices } from '../record/slices.ts'
import type { PageData } from './page-data.ts'
import { waitForChange } from './page-story.ts'

export interface PageSequence {
  readonly answers: EngineClient['together']
  /** The exchanges with the agents that called. */
  named(): Promise<PageData['exchanges']>
}

export function sequenceIn(data: PageData): PageSequence {
  let folded: Promise<SequenceFold> | undefined
  const fold = () => {
    folded ??= foldAll(data)
    return folded
  }
  return {
    answers: createSequenceApi({
      caughtUp: async () => ({ fold: await fold(), progress: 1 }),
      followed: waitForChange,
      // Secrets were removed when the page was made.
      masked: (value) => value,
    }),
    async named() {
      const { exchanges } = data
      return exchanges.some(({ caller }) => caller !== undefined)
        ? withCallers(exchanges, (await fold()).takeCallers())
        : exchanges
    },
  }
}

/** Uses the calls in the page only, as the sequence does. */
function withCallers(
  exchanges: PageData['exchanges'],
  callers: readonly NamedCaller[],
): PageData['exchanges'] {
  const byExchange = new Map(callers.map((one) => [one.exchangeId, one]))
  return exchanges.map(({ callerAgentId: _, callerGuess: __, ...row }) => {
    const { agentId, guess } = byExchange.get(row.id) ?? {}
    if (agentId === undefined) return row
    return { ...row, callerAgentId: agentId, ...(guess && { callerGuess: true as const }) }
  })
}

async function foldAll({ rows, exchanges, spans, textOf }: PageData): Promise<SequenceFold> {
  const links = callLinks(spans.flatMap(factsIn), exchanges)
  const fold = createSequenceFold(createReading({ dialectOf, bodies: textOf }), links)
  const breathe = createSlices()
  for (const { packed } of rows) {
    fold.apply(packed)
    await breathe()
  }
  return fold
}
