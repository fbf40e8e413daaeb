// Reads the card twice, with and without `A2A-Version`: two different cards make a hybrid server (PROTOCOL §1.2).

import { isDeepStrictEqual } from 'node:util'
import type { CardViews } from '#shared/contract/card-questions.ts'
import type { CardFetcher } from './fetch-card.ts'

export async function compareViews(
  fetcher: CardFetcher,
  agentId: string,
  cardUrl: string,
  signal?: AbortSignal,
): Promise<CardViews> {
  const views: CardViews['views'][number][] = []
  for (const asked of ['1.0', 'nothing'] as const) {
    const version = asked === 'nothing' ? null : asked
    const { answer, attempt } = await fetcher.fetch(agentId, cardUrl, { version, bypassCache: true, signal })
    const { exchangeId, outcome } = attempt
    views.push({ asked, exchangeId, outcome, ...(answer.kind === 'card' && { raw: answer.raw }) })
  }
  return { ...verdictOn(views), views }
}

function verdictOn(views: CardViews['views']): Pick<CardViews, 'kind' | 'sentence'> {
  const [withVersion, without] = views
  if (withVersion?.raw === undefined || without?.raw === undefined) {
    return {
      kind: 'unreadable',
      sentence: 'One of the two responses isn’t a card, so the two can’t be compared.',
    }
  }
  if (isDeepStrictEqual(withVersion.raw, without.raw)) {
    return { kind: 'same', sentence: 'The server shows everyone the same card.' }
  }
  return {
    kind: 'hybrid',
    sentence:
      'The server has two cards: one for requests that ask for A2A 1.0, another for requests that don’t. Older clients see the second.',
  }
}
