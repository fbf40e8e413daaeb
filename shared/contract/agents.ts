import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxChosen, maxNameChars, maxNoteChars, maxUrlChars } from '../bounded.ts'
import { id } from '../schemas.ts'
import { type ConnectionSettings, connectionSettingsSchema } from './connection-settings.ts'
import { agentColours, maxCardBytes, maxGroup } from './constants.ts'

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
  /** The agent that ships with Parley: its address is another with each start. */
  readonly demo?: 'open' | 'protected'
  /** The host it was kept with, when that has several. */
  readonly group?: string
  /** Not written down until it has shown a card, or the user has decided something about it. */
  readonly tentative?: true
}

export const addressSchema = z.string().trim().min(1).max(maxUrlChars)
export const agentIdSchema = id
/** What is asked of one agent, or about it. */
export const ofAgent = z.object({ agentId: agentIdSchema })
export const cardTextSchema = z.string().min(1).max(maxCardBytes)

const changesSchema = z.object({
  address: addressSchema.optional(),
  /** `null` takes the choice back. */
  ownName: z.string().trim().min(1).max(maxNameChars).nullish(),
  colour: z.enum(agentColours).nullish(),
  note: z.string().max(maxNoteChars).nullish(),
})
export type AgentChanges = z.infer<typeof changesSchema>

export const agents = {
  /** In the user's order. */
  list: oc.output(type<readonly Agent[]>()),
  /**
   * Adds the agent, or answers with the one that already has this address. The address may be as people type it. A tentative agent
   * takes the place of the one before.
   */
  add: oc
    .input(z.object({ address: addressSchema, tentative: z.boolean().optional() }))
    .output(type<Agent>()),
  /** Adds some of those that reading an agent's card offered instead, by their places; `group` keeps them together under that name. */
  addChosen: oc
    .input(
      z.object({
        agentId: agentIdSchema,
        places: z.array(z.int().min(0)).min(1).max(maxGroup),
        group: z.string().trim().min(1).max(maxNameChars).optional(),
      }),
    )
    .output(type<readonly Agent[]>()),
  /** Adds an agent from the text of its card. `baseUrl` is where the card would be, for its relative addresses. */
  addCard: oc
    .input(z.object({ text: cardTextSchema, baseUrl: addressSchema.optional() }))
    .output(type<Agent>()),
  edit: oc.input(ofAgent.extend({ changes: changesSchema })).output(type<Agent>()),
  /** Agents that are not named keep their order behind those that are. */
  reorder: oc
    .input(z.object({ agentIds: z.array(agentIdSchema).max(maxChosen) }))
    .output(type<readonly Agent[]>()),
  /** At once; a window removes by `removals`. Takes its settings, its secrets and its remembered card with it. The record keeps what was said. */
  remove: oc.input(ofAgent).output(type<{ removed: boolean }>()),
  settings: oc.input(ofAgent).output(type<ConnectionSettings>()),
  /** Replaces the settings whole. `card.current` then tells the way in that follows. */
  configure: oc
    .input(ofAgent.extend({ settings: connectionSettingsSchema }))
    .output(type<ConnectionSettings>()),
}
