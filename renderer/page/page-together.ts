// The agents of a page's session together, folded by the same code as the engine's when somebody first looks.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { callLinks } from '#shared/spans/call-links.ts'
import { factsIn } from '#shared/spans/trace-lot.ts'
import { createReading } from '#shared/story/reading.ts'
import { answerTogether } from '#shared/story/together/answer-together.ts'
import { createTogetherFold, type TogetherFold } from '#shared/story/together/together-fold.ts'
import { createSlices } from '../record/slices.ts'
import type { PageData } from './page-data.ts'
import { untilOther } from './page-story.ts'

export function togetherIn(data: PageData): EngineClient['together'] {
  let folded: Promise<TogetherFold> | undefined
  return answerTogether({
    async caughtUp() {
      folded ??= foldAll(data)
      return { fold: await folded, progress: 1 }
    },
    followed: untilOther,
    // Secrets were left out of all of it when the page was made.
    masked: (value) => value,
  })
}

async function foldAll({ rows, exchanges, spans, textOf }: PageData): Promise<TogetherFold> {
  const links = callLinks(spans.flatMap(factsIn), exchanges)
  const fold = createTogetherFold(createReading({ dialectOf, bodies: textOf }), links)
  const breathe = createSlices()
  for (const { packed } of rows) {
    fold.apply(packed)
    await breathe()
  }
  return fold
}
