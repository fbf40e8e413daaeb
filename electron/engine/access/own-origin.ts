import { cardCandidates } from '../discovery/candidates.ts'
import { originOf } from './origins.ts'

/** Of the address that an agent was added with. */
export function ownOrigin(address: string): string | undefined {
  const first = cardCandidates(address)?.[0]
  return first === undefined ? undefined : originOf(first)
}
