import type { Binding } from '#shared/a2a/model.ts'
import { cardCandidates } from '../discovery/candidates.ts'
import { grpcTarget } from '../wire/grpc/target.ts'

/** Whom an address belongs to, as credentials are bound to it. Undefined for what is no address to call. */
export function originOf(url: string, binding?: Binding): string | undefined {
  if (binding === 'GRPC') {
    const target = grpcTarget(url)
    return target && webOrigin(`${target.secure ? 'https' : 'http'}://${target.authority}`)
  }
  return webOrigin(url)
}

function webOrigin(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined
}

/** Of the address that an agent was added with, as somebody types it: without a scheme, too. */
export function ownOrigin(address: string): string | undefined {
  const first = cardCandidates(address)?.[0]
  return first === undefined ? undefined : originOf(first)
}
