// Questions about an agent's card, each by an explicit call: views, real dialect, extended card, icon, signatures.

import { isDeepStrictEqual } from 'node:util'
import { chooseInterface } from '#shared/a2a/choose-interface.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { FoundAgent } from '#shared/contract/card.ts'
import type { CardViews } from '#shared/contract/card-questions.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { AccessService } from '../access/access.ts'
import type { Handlers } from '../handlers.ts'
import type { Wire } from '../wire/wire.ts'
import type { DiscoveryService } from './discovery.ts'
import { readExtendedCard } from './extended.ts'
import type { CardFetcher } from './fetch-card.ts'
import { fetchIcon } from './fetch-icon.ts'
import { probeAgent } from './probe.ts'
import { fetchKeys } from './signature/fetch-keys.ts'
import { verifySignature } from './signature/verify.ts'

interface QuestionsDeps {
  readonly wire: Wire
  readonly access: AccessService
  readonly discovery: DiscoveryService
  readonly fetcher: CardFetcher
  readonly currentSession: () => string
}

export function createCardQuestions(deps: QuestionsDeps) {
  const { wire, discovery, fetcher, currentSession } = deps
  /** Unmasked extended cards, by agent, for signatures. */
  const extendedCards = new Map<string, JsonValue>()

  async function foundAgent(agentId: string, signal?: AbortSignal): Promise<FoundAgent> {
    const card = await discovery.found(agentId, signal)
    if (!card) throw new Fault('unavailable', 'This agent has shown no card yet. Connect to it first.')
    return card
  }

  return {
    async compareViews({ agentId }, signal) {
      const { source, cardUrl } = await foundAgent(agentId, signal)
      if (source === 'pasted') {
        throw new Fault('unsupported', 'This card was pasted: there is no server to get another view from.')
      }
      return compareViews(fetcher, agentId, cardUrl, signal)
    },
    async probe({ agentId }, signal) {
      const { card, connection } = await foundAgent(agentId, signal)
      const declared = chooseInterface(card).chosen ?? connection
      if (!connection || !declared) {
        throw new Fault(
          'unavailable',
          'The card declares no interface that Parley supports. Choose one manually first.',
        )
      }
      return probeAgent(deps, agentId, connection, declared, signal)
    },
    async extended({ agentId }, signal) {
      const reading = await readExtendedCard(deps, agentId, await foundAgent(agentId, signal), signal)
      if (reading.asSigned === undefined) extendedCards.delete(agentId)
      else extendedCards.set(agentId, reading.asSigned)
      return reading.answer
    },
    async icon({ agentId, iconUrl }, signal) {
      const { card, cardUrl } = await foundAgent(agentId, signal)
      if (card.iconUrl !== iconUrl) throw new Fault('conflict', 'The card names another icon by now.')
      const request = { sessionId: currentSession(), agentId, cardUrl: cardUrl || undefined, iconUrl }
      return fetchIcon(wire, request, signal)
    },
    async verify({ agentId, signature, keys, of = 'public' }, signal) {
      const publicCard = await foundAgent(agentId, signal)
      const raw =
        of === 'public' ? (discovery.asSigned(agentId) ?? publicCard.raw) : extendedCards.get(agentId)
      if (raw === undefined) throw new Fault('unavailable', 'The extended card has not been read yet.')
      const cardUrl = publicCard.cardUrl || undefined
      return verifySignature({ raw, cardUrl }, signature, keys, (jku) =>
        fetchKeys(wire, { sessionId: currentSession(), agentId, cardUrl }, jku, signal),
      )
    },
    forget: (agentId: string) => void extendedCards.delete(agentId),
  } satisfies Omit<
    Handlers<'card'>,
    'discover' | 'current' | 'reach' | 'awaitServer' | 'inspect' | 'acceptChange'
  > & {
    forget: unknown
  }
}

// Reads the card with and without `A2A-Version`: two different cards mean a hybrid server (PROTOCOL §1.2).

async function compareViews(
  fetcher: CardFetcher,
  agentId: string,
  cardUrl: string,
  signal?: AbortSignal,
): Promise<CardViews> {
  const views: CardViews['views'][number][] = []
  for (const requested of ['1.0', 'nothing'] as const) {
    const version = requested === 'nothing' ? null : requested
    const options = { version, bypassCache: true, signal } as const
    const { response, attempt } = await fetcher.fetch(agentId, cardUrl, options)
    const { exchangeId, outcome } = attempt
    const raw = response.kind === 'card' && { raw: response.raw }
    views.push({ asked: requested, exchangeId, outcome, ...raw })
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
