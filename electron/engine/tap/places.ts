// The targets of a tap: the addresses of the agent's card, with the agent's connection settings.

import type { Discovery } from '#shared/contract/card.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { Agents } from '../agents.ts'
import { absoluteUrl } from '../discovery/addresses.ts'
import type { GrpcPlace } from './forward/grpc/grpc-routes.ts'
import { httpOriginOf, isBarred, type SpokenAt } from './forward/routes.ts'

export interface Places {
  readonly cardUrl: string
  readonly urls: readonly string[]
  readonly spoken: readonly SpokenAt[]
  readonly grpc: readonly GrpcPlace[]
  readonly bypassing: readonly string[]
  /** Near this machine, in a remote card. */
  readonly barred: readonly string[]
  /** All addresses of the card. */
  readonly named: readonly string[]
  /** The name of its signed card. */
  readonly signed?: string
  readonly problem?: string
}

/** The addresses of the card; without a card, the agent's address alone. */
export function placesOf(address: string, discovery: Discovery, agents: Agents, agentId: string): Places {
  if (!discovery.found) {
    if (httpOriginOf(address) === undefined) throw new Fault('unavailable', discovery.reason)
    const problem = `The card couldn’t be read, so only calls to ${httpOriginOf(address)} are forwarded. ${discovery.reason}`
    const nothing = { spoken: [], grpc: [], bypassing: [], barred: [], named: [] }
    return { cardUrl: address, urls: [address], ...nothing, problem }
  }
  const { cardUrl, card, interfaces, signatures } = discovery
  const { substitutes } = agents.settings(agentId)
  const named = interfaces.map(({ interface: { url, binding }, dialect }) => {
    const chosen = substitutes.find(({ from }) => from === url)?.to
    const at = chosen ?? absoluteUrl(url, binding, cardUrl)
    const isGrpc = binding.toUpperCase() === 'GRPC'
    return { url: at, isGrpc, dialect, isBarred: chosen === undefined && isBarred(at, isGrpc, cardUrl) }
  })
  const placed = named.filter((one) => !one.isBarred)
  const grpc = placed.flatMap(({ isGrpc, url, dialect }) => (isGrpc ? [{ url, dialect }] : []))
  const tapped = placed.filter(({ url, isGrpc }) => !isGrpc && httpOriginOf(url) !== undefined)
  return {
    cardUrl,
    urls: [cardUrl, ...tapped.map(({ url }) => url)],
    spoken: tapped.flatMap(({ url, dialect }) => (dialect ? [{ url, dialect }] : [])),
    grpc,
    bypassing: placed.filter((one) => !one.isGrpc && !tapped.includes(one)).map(({ url }) => url),
    barred: named.filter((one) => one.isBarred).map(({ url }) => url),
    named: named.map(({ url }) => url),
    ...(signatures.length > 0 && { signed: card.name }),
  }
}
