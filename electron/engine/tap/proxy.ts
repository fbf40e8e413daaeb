// A listening forward proxy: programs use it as HTTP_PROXY, and their plain HTTP calls to agents are recorded like
// those through a tap. Tunnels by CONNECT pass unread.

import { decodeCard } from '#shared/a2a/card.ts'
import { chooseInterface } from '#shared/a2a/choose-interface.ts'
import { detectFromCard } from '#shared/a2a/detect.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { maxCardBytes } from '#shared/contract/constants.ts'
import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { shorten } from '#shared/shorten.ts'
import { portOf, withoutQuery } from '#shared/url.ts'
import type { Agents } from '../agents.ts'
import { absoluteUrl } from '../discovery/addresses.ts'
import { readJson } from '../discovery/read-json.ts'
import { networkProfile } from '../network-profile.ts'
import { guarded } from '../platform/guarded.ts'
import { defaultProfile } from '../wire/profile.ts'
import type { Passed } from './forward/messages.ts'
import { httpOriginOf } from './forward/routes.ts'
import { unpacked } from './forward/take-card.ts'
import { openPassage, type PassageDeps } from './forwarder.ts'
import { parseCall } from './parse-call.ts'
import type { AgentCalled } from './tap-exchange.ts'
import { baseOf, type OpenTap, type TapPlace } from './tap-listener.ts'

/** Agents that one proxy adds to the list; calls to others are recorded without one. */
const maxFoundAgents = 50
// Addresses from cards that passed a proxy; older ones are dropped.
const maxLearned = 500
// Interfaces used of one card.
const maxLearnedOfCard = 20

const cardPath = /^[^?#]*\/\.well-known\/agent(-card)?\.json$/

/** Origins called through a proxy that are listed; the record has all. */
const maxListedOrigins = 20
/** A proxy changes neither. */
const withoutCards = { keepsSigned: false, replacesWebhooks: false } as const
const unknownAgent = { cardUrl: '', spoken: [] } as const

export async function openProxy(deps: PassageDeps, place: TapPlace): Promise<OpenTap> {
  const { agents, isOwn } = deps
  const { port, host, settings, webhooks, onGone } = place
  const profile = { ...defaultProfile, ...networkProfile(agents.network('')) }
  const proxyAgents = createProxyAgents(agents)
  const origins = new Set<string>()
  const watch = createCardWatch(proxyAgents.takeCard)
  const passage = await openPassage(
    deps,
    {
      ...{ isProxy: true, port, host, profile, cardUrl: '', urls: [], spoken: [], grpc: [] },
      ...{ ...withoutCards, faults: settings.faults, replacedWebhooks: [] },
    },
    {
      called(request) {
        const origin = URL.parse(request.url)
        // A refused request went nowhere.
        if (!origin || isOwn(origin.hostname, portOf(origin))) return unknownAgent
        if (request.method !== 'CONNECT' && origins.size < maxListedOrigins) origins.add(origin.origin)
        return proxyAgents.called(request)
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
      foundAgents: proxyAgents.found(),
      isSigned: false,
      notices: [],
    }),
    set: (changed) => passage.set({ ...withoutCards, faults: changed.faults }),
    close: passage.close,
  }
}

// Cards that pass a forward proxy: each is read when complete, unless it is larger than a card may be.

interface Watched {
  readonly url: string
  readonly parts: Buffer[]
  sizeBytes: number
  headers?: RawHeaders
}

function createCardWatch(onCard: (url: string, text: string) => void) {
  const watched = new Map<number, Watched>()
  return (event: Passed, bytes: Buffer): void => {
    if (!('pass' in event)) return
    const { pass } = event
    if (event.kind === 'asked') {
      const { method, url } = event.asked
      if (method === 'GET' && cardPath.test(url)) watched.set(pass, { url, parts: [], sizeBytes: 0 })
      return
    }
    const one = watched.get(pass)
    if (!one) return
    switch (event.kind) {
      case 'head':
        if (event.head.status === 200) one.headers = event.head.headers
        else watched.delete(pass)
        return
      case 'bytes':
        one.parts.push(Buffer.from(bytes))
        one.sizeBytes += bytes.byteLength
        if (one.sizeBytes > maxCardBytes) watched.delete(pass)
        return
      case 'end':
      case 'fail':
        watched.delete(pass)
        if (event.kind === 'end' && one.headers) read(one, one.headers)
    }
  }

  function read({ url, parts }: Watched, headers: RawHeaders): void {
    const text = unpacked(Buffer.concat(parts), headerOf(headers, 'content-encoding'))
    if (text !== undefined) onCard(url, text)
  }
}

// The agent of a call through a forward proxy: by its address, by a card that passed, or by a message to it. Calls to
// other servers are recorded without being read as A2A.

interface Call {
  readonly method: string
  readonly url: string
  readonly headers: RawHeaders
  readonly body: Buffer
}

interface Learned {
  readonly url: string
  readonly agentId: string
  readonly dialect?: DialectId
}

function createProxyAgents(agents: Pick<Agents, 'list' | 'addSeen' | 'keep' | 'nameFromCard'>) {
  let learned: readonly Learned[] = []
  const added = new Set<string>()
  const keep = guarded('agent of a proxy', async (agentId: string, name: string) => {
    await agents.keep(agentId)
    if (name !== '') await agents.nameFromCard(agentId, shorten(name, maxNameChars))
  })

  const add = (address: string, name?: string): string | undefined => {
    const existing = agents.list().find((agent) => agent.address === address)
    if (existing) return existing.id
    if (added.size >= maxFoundAgents) return undefined
    const agent = agents.addSeen(address, name && shorten(name, maxNameChars))
    if (agent) added.add(agent.id)
    return agent?.id
  }
  const agentAt = (url: string): string | undefined => {
    const all = agents.list()
    const ids = new Set(all.map(({ id }) => id))
    const places = [
      ...learned.filter(({ agentId }) => ids.has(agentId)),
      ...all.map(({ id, address }) => ({ url: baseOf(address), agentId: id })),
    ]
    const origin = httpOriginOf(url)
    const near = places.filter((place) => httpOriginOf(place.url) === origin)
    const below = near.filter((place) => isBelow(url, place.url))
    return (below.toSorted((a, b) => b.url.length - a.url.length)[0] ?? near[0])?.agentId
  }
  return {
    called(call: Call): AgentCalled {
      const agentId = agentAt(call.url) ?? agentAddressOf(call, add)
      const spoken = learned.flatMap(({ url, dialect }) => (dialect ? [{ url, dialect }] : []))
      return { cardUrl: '', spoken, ...defined({ agentId }) }
    },
    /** A card passed at this address. */
    takeCard(url: string, text: string): void {
      const reading = readJson(text)
      const decoded = reading.kind === 'json' ? decodeCard(reading.raw) : undefined
      if (reading.kind !== 'json' || decoded?.kind !== 'result') return
      const card = decoded.result
      const agentId = agentAt(url) ?? add(baseOf(url), card.name)
      if (agentId === undefined) return
      keep(agentId, card.name)
      const { verdicts } = chooseInterface(card, detectFromCard(card, reading.raw).speaks)
      const own = verdicts.slice(0, maxLearnedOfCard).map(({ interface: { url: at, binding }, dialect }) => ({
        ...{ url: absoluteUrl(at, binding, url), agentId },
        ...defined({ dialect }),
      }))
      const others = learned.filter((one) => one.agentId !== agentId)
      learned = [...others, ...own].slice(-maxLearned)
    },
    /** The number of agents it added. */
    found: (): number => added.size,
  }
}

function isBelow(url: string, place: string): boolean {
  const base = place.replace(/\/$/, '')
  return url === base || ['/', '?', ':'].some((end) => url.startsWith(`${base}${end}`))
}

/** Only a message identifies an agent: other protocols have operations of the same names. */
function agentAddressOf(call: Call, add: (address: string) => string | undefined): string | undefined {
  const { facts } = parseCall({ cardUrl: '', spoken: [] }, { ...call, body: call.body.toString('utf8') })
  const isMessage = facts.operation === 'send' || facts.operation === 'stream'
  if (!isMessage && (facts.operation === undefined || headerOf(call.headers, 'a2a-version') === undefined))
    return undefined
  const plain = withoutQuery(call.url)
  return add(facts.binding === 'JSONRPC' ? plain : plain.replace(/(\/v1)?\/(message:\w+|tasks.*)$/, ''))
}
