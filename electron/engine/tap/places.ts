// Where a tap forwards to: what the agent's card names, as the agent's connection settings place it.

import type { Discovery } from '#shared/contract/card.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { Agents } from '../agents.ts'
import { absoluteUrl } from '../discovery/addresses.ts'
import type { GrpcPlace } from './forward/grpc/grpc-routes.ts'
import { httpOriginOf, type SpokenAt } from './forward/routes.ts'

export interface Places {
  readonly cardUrl: string
  readonly urls: readonly string[]
  readonly spoken: readonly SpokenAt[]
  readonly grpc: readonly GrpcPlace[]
  readonly bypassing: readonly string[]
  /** All that its card names. */
  readonly named: readonly string[]
  /** What its signed card is called. */
  readonly signed?: string
  readonly problem?: string
}

/** What the card names is what is forwarded to; of an agent whose card isn't to be had, its own address alone. */
export function placesOf(address: string, discovery: Discovery, agents: Agents, agentId: string): Places {
  if (!discovery.found) {
    if (httpOriginOf(address) === undefined) throw new Fault('unavailable', discovery.reason)
    const problem = `The card couldn’t be read, so only calls to ${httpOriginOf(address)} are forwarded. ${discovery.reason}`
    return { cardUrl: address, urls: [address], spoken: [], grpc: [], bypassing: [], named: [], problem }
  }
  const { cardUrl, card, interfaces, signatures } = discovery
  const { substitutes } = agents.settings(agentId)
  const placed = interfaces.map(({ interface: { url, binding }, dialect }) => ({
    url: substitutes.find(({ from }) => from === url)?.to ?? absoluteUrl(url, binding, cardUrl),
    isGrpc: binding.toUpperCase() === 'GRPC',
    dialect,
  }))
  const grpc = placed.flatMap(({ isGrpc, url, dialect }) => (isGrpc ? [{ url, dialect }] : []))
  const tapped = placed.filter(({ url, isGrpc }) => !isGrpc && httpOriginOf(url) !== undefined)
  return {
    cardUrl,
    urls: [cardUrl, ...tapped.map(({ url }) => url)],
    spoken: tapped.flatMap(({ url, dialect }) => (dialect ? [{ url, dialect }] : [])),
    grpc,
    bypassing: placed.filter((one) => !one.isGrpc && !tapped.includes(one)).map(({ url }) => url),
    named: placed.map(({ url }) => url),
    ...(signatures.length > 0 && { signed: card.name }),
  }
}
