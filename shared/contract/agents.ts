import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxChosen, maxNameChars, maxNoteChars, maxUrlChars } from '../bounded.ts'
import { id } from '../schemas.ts'
import { type ConnectionSettings, connectionSettingsSchema } from './connection-settings.ts'
import { agentColours, maxCardBytes, maxGroup } from './constants.ts'

export type AgentColour = (typeof agentColours)[number]

export interface Agent {
  readonly id: string
  /** As typed: a base URL, a card URL or host:port. Empty for a pasted card without one. */
  readonly address: string
  /** The user's own name for it, else the card's when it was last read, else the address's host. */
  readonly name: string
  readonly addedAt: number
  /** Set when the user chose `name`; the card's name never replaces it. */
  readonly ownName?: string
  readonly colour?: AgentColour
  readonly note?: string
  /** The card was given as text; connecting reads that text without a request. */
  readonly pasted?: true
  /** The agent that ships with Parley: its address changes with each start. */
  readonly demo?: 'open' | 'protected'
  /** The host that it was added with, when that has several agents. */
  readonly group?: string
  /** Not saved until it has returned a card, or the user has changed something about it. */
  readonly tentative?: true
}

export const addressSchema = z.string().trim().min(1).max(maxUrlChars)
export const agentIdSchema = id
/** For calls about one agent. */
export const ofAgent = z.object({ agentId: agentIdSchema })
export const cardTextSchema = z.string().min(1).max(maxCardBytes)

const changesSchema = z.object({
  address: addressSchema.optional(),
  /** `null` resets it. */
  ownName: z.string().trim().min(1).max(maxNameChars).nullish(),
  colour: z.enum(agentColours).nullish(),
  note: z.string().max(maxNoteChars).nullish(),
})
export type AgentChanges = z.infer<typeof changesSchema>

export const agents = {
  /** In the user's order. */
  list: oc.output(type<readonly Agent[]>()),
  /**
   * Adds the agent, or returns the one that already has this address. The address may be as people type it. A tentative agent
   * replaces the previous one.
   */
  add: oc
    .input(z.object({ address: addressSchema, tentative: z.boolean().optional() }))
    .output(type<Agent>()),
  /** Adds some of the choices in an agent's discovery, by index; `group` is the name they are grouped under. */
  addChosen: oc
    .input(
      z.object({
        agentId: agentIdSchema,
        places: z.array(z.int().min(0)).min(1).max(maxGroup),
        group: z.string().trim().min(1).max(maxNameChars).optional(),
      }),
    )
    .output(type<readonly Agent[]>()),
  /** Adds an agent from the text of its card. `baseUrl` is where the card would be, to resolve its relative addresses. */
  addCard: oc
    .input(z.object({ text: cardTextSchema, baseUrl: addressSchema.optional() }))
    .output(type<Agent>()),
  edit: oc.input(ofAgent.extend({ changes: changesSchema })).output(type<Agent>()),
  /** Agents that are not listed keep their order after the listed ones. */
  reorder: oc
    .input(z.object({ agentIds: z.array(agentIdSchema).max(maxChosen) }))
    .output(type<readonly Agent[]>()),
  /**
   * Immediate; a window uses `removals`. Also removes its settings, its secrets and its remembered card. The record keeps its
   * exchanges.
   */
  remove: oc.input(ofAgent).output(type<{ removed: boolean }>()),
  settings: oc.input(ofAgent).output(type<ConnectionSettings>()),
  /** Replaces all settings. `card.current` then returns the resulting interface. */
  configure: oc
    .input(ofAgent.extend({ settings: connectionSettingsSchema }))
    .output(type<ConnectionSettings>()),
}
