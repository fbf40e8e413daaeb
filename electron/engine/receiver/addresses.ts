// Addresses under which an agent may reach the receiver, depending on where the agent runs. They follow from this
// machine's interfaces, without requests; the self-test checks them.

import { networkInterfaces } from 'node:os'
import { isNear } from '#shared/a2a/rules/card/hosts.ts'
import type { ReceiverAddress, ReceiverSettings } from '#shared/contract/push.ts'
import { messageOf } from '#shared/errors.ts'
import { codeOf } from '../platform/errors.ts'
import { isLoopback } from '../platform/net.ts'

export interface NetworkAddress {
  readonly address: string
  readonly family: 'IPv4' | 'IPv6'
  readonly internal: boolean
}

export function ownAddresses(): readonly NetworkAddress[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, family, internal }) => ({ address, family, internal }))
}

/** Addresses of this machine that the receiver offers; any other can be typed. */
const maxNetworkAddresses = 16

export function receiverAddresses(
  { reach, publicUrl }: ReceiverSettings,
  port: number,
  own: readonly NetworkAddress[],
): readonly ReceiverAddress[] {
  const listens = (address: string) =>
    reach.kind === 'all' || (reach.kind === 'address' ? reach.address === address : isLoopback(address))
  const network = own
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .slice(0, maxNetworkAddresses)
  return [
    ...(publicUrl === undefined
      ? []
      : [
          {
            baseUrl: publicUrl.replace(/\/+$/, ''),
            from: 'everywhere' as const,
            sentence:
              'The public address you set: for agents anywhere, as long as its tunnel or proxy leads here.',
            listening: true,
          },
        ]),
    {
      baseUrl: `http://127.0.0.1:${port}`,
      from: 'this machine',
      sentence: 'For agents on this machine.',
      listening: listens('127.0.0.1'),
    },
    ...network.map(({ address, family }) => ({
      baseUrl: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
      from: 'the network' as const,
      sentence: 'For agents on other machines of this network, and mostly for containers here.',
      listening: listens(address),
    })),
    {
      baseUrl: `http://host.docker.internal:${port}`,
      from: 'a container',
      sentence: 'For agents in a Docker container on this machine.',
      // Docker Desktop maps it to loopback, too; on Linux it is the bridge's address.
      listening: reach.kind !== 'address',
    },
  ]
}

/** The address at which the agent can most likely reach us, by its own address. */
export function baseUrlFor(addresses: readonly ReceiverAddress[], agentUrl: string | undefined): string {
  const listening = addresses.filter((address) => address.listening)
  const addressFrom = (from: ReceiverAddress['from']) => listening.find((address) => address.from === from)
  const host = hostOf(agentUrl)
  const near = addressFrom('this machine')
  if (near && host !== undefined && isLoopback(host)) return near.baseUrl
  const local = host !== undefined && isNear(host) ? addressFrom('the network') : undefined
  return (
    (local ?? addressFrom('everywhere') ?? addressFrom('the network') ?? near ?? addresses[0])?.baseUrl ?? ''
  )
}

/** Of an address with or without a scheme, as for gRPC: then `localhost:` is no scheme. */
export function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  return URL.parse(url)?.hostname || URL.parse(`http://${url}`)?.hostname
}

/** Why the receiver could not open its port, with advice. */
export function listenProblem(error: unknown, { port, reach }: ReceiverSettings): string {
  const code = codeOf(error)
  const address = reach.kind === 'address' ? reach.address : 'this machine'
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Choose another, or leave the port to Parley.`
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023, or leave the port to Parley.`
    case 'EADDRNOTAVAIL':
      return `${address} is no longer an address of this machine. Choose one of those offered.`
    default:
      return `The receiver could not be opened. ${messageOf(error)}`
  }
}
