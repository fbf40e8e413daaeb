import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import type { DialectId } from '../a2a/dialect.ts'
import type { AgentCard, AgentInterface, Binding, JsonValue } from '../a2a/model.ts'
import { agentIdSchema } from './agents.ts'

/** One address tried on the way to the card; its bytes are the exchange of that id. */
export interface DiscoveryAttempt {
  readonly url: string
  readonly exchangeId: string
  readonly outcome: string
}

/** The way in that was taken: an interface of the card, and how it is spoken to. */
export interface Connection {
  readonly interface: AgentInterface
  readonly dialect: DialectId
  readonly binding: Binding
  readonly why: string
}

export type Discovery =
  | {
      readonly found: true
      readonly cardUrl: string
      readonly card: AgentCard
      readonly raw: JsonValue
      /** Undefined when the card declares no interface that Parley speaks. */
      readonly connection?: Connection
      readonly attempts: readonly DiscoveryAttempt[]
    }
  | { readonly found: false; readonly reason: string; readonly attempts: readonly DiscoveryAttempt[] }

export const card = {
  discover: oc.input(z.object({ agentId: agentIdSchema })).output(type<Discovery>()),
}
