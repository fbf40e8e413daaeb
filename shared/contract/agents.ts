import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { type ConnectionSettings, connectionSettingsSchema } from './connection-settings.ts'

export const agentColours = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const
export type AgentColour = (typeof agentColours)[number]

export interface Agent {
  readonly id: string
  /** As typed: a base URL, a card URL or host:port. Empty for a card that was pasted without one. */
  readonly address: string
  /** What to show: the user's own name for it, else the card's when it was last read, else the address's host. */
  readonly name: string
  readonly addedAt: number
  /** Set when `name` is the user's choice; the card's then never replaces it. */
  readonly ownName?: string
  readonly colour?: AgentColour
  readonly note?: string
  /** The card was given as text; connecting reads that text and asks nobody. */
  readonly pasted?: true
}

export const addressSchema = z.string().trim().min(1).max(4096)
export const agentIdSchema = z.string().min(1).max(64)
export const maxCardCharacters = 5_242_880
export const cardTextSchema = z.string().min(1).max(maxCardCharacters)

const changesSchema = z.object({
  address: addressSchema.optional(),
  /** `null` takes the choice back. */
  ownName: z.string().trim().min(1).max(200).nullish(),
  colour: z.enum(agentColours).nullish(),
  note: z.string().max(10_000).nullish(),
})
export type AgentChanges = z.infer<typeof changesSchema>

export const agents = {
  /** In the user's order. */
  list: oc.output(type<readonly Agent[]>()),
  /** Adds the agent, or answers with the one that already has this address. */
  add: oc.input(z.object({ address: addressSchema })).output(type<Agent>()),
  /** Adds an agent from the text of its card. `baseUrl` is where the card would be, for its relative addresses. */
  addCard: oc
    .input(z.object({ text: cardTextSchema, baseUrl: addressSchema.optional() }))
    .output(type<Agent>()),
  edit: oc.input(z.object({ agentId: agentIdSchema, changes: changesSchema })).output(type<Agent>()),
  /** Agents that are not named keep their order behind those that are. */
  reorder: oc
    .input(z.object({ agentIds: z.array(agentIdSchema).max(10_000) }))
    .output(type<readonly Agent[]>()),
  /** Takes its settings, its secrets and its remembered card with it. The record keeps what was said. */
  remove: oc.input(z.object({ agentId: agentIdSchema })).output(type<{ removed: boolean }>()),
  settings: oc.input(z.object({ agentId: agentIdSchema })).output(type<ConnectionSettings>()),
  /** Replaces the settings whole. `card.current` then tells the way in that follows. */
  configure: oc
    .input(z.object({ agentId: agentIdSchema, settings: connectionSettingsSchema }))
    .output(type<ConnectionSettings>()),
}
