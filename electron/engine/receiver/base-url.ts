import { isNear } from '#shared/a2a/rules/card/hosts.ts'
import type { ReceiverAddress } from '#shared/contract/push.ts'
import { isLoopback } from '../is-loopback.ts'

/** The address an agent is most likely to reach us at, by where it is itself. */
export function baseUrlFor(addresses: readonly ReceiverAddress[], agentUrl: string | undefined): string {
  const listening = addresses.filter((address) => address.listening)
  const of = (from: ReceiverAddress['from']) => listening.find((address) => address.from === from)
  const host = hostOf(agentUrl)
  const near = of('this machine')
  if (near && host !== undefined && isLoopback(host)) return near.baseUrl
  const local = host !== undefined && isNear(host) ? of('the network') : undefined
  return (local ?? of('everywhere') ?? of('the network') ?? near ?? addresses[0])?.baseUrl ?? ''
}

/** Of an address with a scheme or, as those of gRPC are, without: then `localhost:` is none. */
export function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  return URL.parse(url)?.hostname || URL.parse(`http://${url}`)?.hostname
}
