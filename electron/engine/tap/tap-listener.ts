// One listening tap. Each call is recorded in the session of its arrival.

import type { Tap } from '#shared/contract/taps.ts'
import { networkProfile } from '../network-profile.ts'
import { defaultProfile } from '../wire/profile.ts'
import { createBypassed, createCardNotices } from './card-notices.ts'
import type { TapSettings } from './forward/messages.ts'
import { createRoutes } from './forward/routes.ts'
import { openPassage, type PassageDeps } from './forwarder.ts'
import type { Places } from './places.ts'
import type { WebhooksOfTap } from './webhooks/kept-webhooks.ts'

/** Any host but a loopback address lets other machines call. */
export interface TapPlace {
  readonly port: number
  readonly host: string
  readonly settings: TapSettings
  readonly webhooks: WebhooksOfTap
  /** Forwarding has ended. */
  onGone(): void
}

interface TapPlan extends TapPlace {
  readonly agentId: string
  readonly places: Places
}

type TapSettingNames = 'id' | 'kind' | 'agentId' | 'name' | 'state' | 'problem' | 'port' | 'host' | 'faults'

export interface OpenTap {
  readonly port: number
  view(): Omit<Tap, TapSettingNames | 'signedCards' | 'webhooks'>
  set(settings: TapSettings): void
  /** Resolves once everything that passed is recorded. */
  close(): Promise<void>
}

export async function openTap(deps: PassageDeps, plan: TapPlan): Promise<OpenTap> {
  const { agentId, port, host, places, settings, webhooks, onGone } = plan
  // Without the user's client certificate: callers authenticate themselves.
  const profile = { ...defaultProfile, ...networkProfile(deps.agents.network(agentId)) }
  const { cardUrl, urls, spoken, grpc } = places
  let { keepsSigned } = settings
  let address = ''
  const routes = createRoutes(places, () => address)
  const cards = createCardNotices(places, routes)
  const bypassed = createBypassed()
  const called = { agentId, cardUrl, spoken }
  const passage = await openPassage(
    deps,
    {
      ...{ isProxy: false, port, host, profile, cardUrl, urls, spoken, grpc, ...settings },
      replacedWebhooks: webhooks.list(),
    },
    { called: () => called, webhooks, onCard: cards.add, onBypass: bypassed.add, onGone },
  )
  address = passage.address()
  return {
    port: passage.port,
    view: () => ({
      ...passage.view(),
      address: routes.tappedUrl(baseOf(cardUrl)) ?? address,
      origins: routes.origins,
      foundAgents: 0,
      isSigned: cards.isSigned(),
      notices: [...cards.view(keepsSigned), ...bypassed.notices()],
    }),
    set(changed) {
      if (changed.keepsSigned !== keepsSigned) cards.forget()
      keepsSigned = changed.keepsSigned
      passage.set(changed)
    },
    close: passage.close,
  }
}

/** The base address for callers: clients look for the card below it. */
export function baseOf(cardUrl: string): string {
  return cardUrl.replace(/\/?\.well-known\/agent(-card)?\.json$/, '')
}
