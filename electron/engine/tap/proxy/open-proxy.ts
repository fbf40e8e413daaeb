// One forward proxy that listens: programs are given it as HTTP_PROXY, and what they say to agents over plain HTTP is recorded as what is
// said through a tap. What they say by CONNECT passes unread.

import { networkProfile } from '../../network-profile.ts'
import { defaultProfile } from '../../wire/profile.ts'
import { openPassage, type PassageDeps } from '../open-passage.ts'
import type { OpenTap, TapPlace } from '../open-tap.ts'
import { createCardWatch } from './card-watch.ts'
import { createProxyAgents } from './proxy-agents.ts'

/** Origins called through a proxy that are listed; the record has all. */
const maxListedOrigins = 20
/** It has no part in them. */
const withoutCards = { keepsSigned: false, replacesWebhooks: false } as const
const nobody = { cardUrl: '', spoken: [] } as const

export async function openProxy(deps: PassageDeps, place: TapPlace): Promise<OpenTap> {
  const { agents, isOwn } = deps
  const { port, host, settings, webhooks, onGone } = place
  const profile = { ...defaultProfile, ...networkProfile(agents.network('')) }
  const found = createProxyAgents(agents)
  const origins = new Set<string>()
  const watch = createCardWatch(found.takeCard)
  const passage = await openPassage(
    deps,
    {
      ...{ isProxy: true, port, host, profile, cardUrl: '', urls: [], spoken: [], grpc: [] },
      ...{ ...withoutCards, faults: settings.faults, knownWebhooks: [] },
    },
    {
      called(asked) {
        const origin = URL.parse(asked.url)
        // What it refused went nowhere.
        if (!origin || isOwn(origin.hostname, Number(origin.port))) return nobody
        if (asked.method !== 'CONNECT' && origins.size < maxListedOrigins) origins.add(origin.origin)
        return found.called(asked)
      },
      onPassed: watch,
      webhooks,
      onCard: () => undefined,
      onBypass: () => undefined,
      onGone,
    },
  )
  return {
    port: passage.port,
    view: () => ({
      ...passage.view(),
      address: passage.address(),
      origins: [...origins],
      foundAgents: found.found(),
      isSigned: false,
      notices: [],
    }),
    set: (changed) => passage.set({ ...withoutCards, faults: changed.faults }),
    close: passage.close,
  }
}
