// Under which addresses an agent may reach the receiver, by where the agent runs. Nothing is looked up: what this machine
// says of itself is enough, and the self-test finds out the rest.

import { networkInterfaces } from 'node:os'
import type { ReceiverAddress, ReceiverSettings } from '#shared/contract/push.ts'
import { isLoopback } from '../is-loopback.ts'

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
      // Docker Desktop leads there to the loopback address too; on Linux it is the bridge's.
      listening: reach.kind !== 'address',
    },
  ]
}
