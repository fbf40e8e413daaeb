import { oc, type } from '@orpc/contract'
import { z } from 'zod'

export interface Agent {
  readonly id: string
  /** As typed: a base URL, a card URL or host:port. */
  readonly address: string
  /** The card's name when it was last read, else the address's host. */
  readonly name: string
  readonly addedAt: number
}

export const addressSchema = z.string().trim().min(1).max(4096)
export const agentIdSchema = z.string().min(1).max(64)

export const agents = {
  list: oc.output(type<readonly Agent[]>()),
  /** Adds the agent, or answers with the one that already has this address. */
  add: oc.input(z.object({ address: addressSchema })).output(type<Agent>()),
  remove: oc.input(z.object({ agentId: agentIdSchema })).output(type<{ removed: boolean }>()),
}
