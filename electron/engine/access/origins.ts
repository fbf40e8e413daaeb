import type { Binding } from '#shared/a2a/model.ts'
import { cardCandidates } from '../discovery/candidates.ts'
import { grpcTarget } from '../wire/grpc/target.ts'

/** The origin that credentials of an address are bound to. Undefined for an invalid address. */
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

/** The origin of an agent's address as typed by the user, possibly without a scheme. */
export function ownOrigin(address: string): string | undefined {
  const first = cardCandidates(address)?.[0]
  return first === undefined ? undefined : originOf(first)
}
