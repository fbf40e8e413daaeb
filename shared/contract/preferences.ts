import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { bindings } from '../a2a/model.ts'
import { maxListed, maxNameChars } from '../bounded.ts'
import { text, word } from '../schemas.ts'
import { agentIdSchema } from './agents.ts'
import { timeoutsSchema } from './connection-settings.ts'
import { exchangeIdSchema } from './console.ts'
import {
  consoleTabs,
  maxColumnChoices,
  maxKeptTabs,
  maxPreparedChars,
  maxPrompts,
  maxRecentCommands,
  maxScrolled,
  modes,
} from './constants.ts'
import { sessionIdSchema } from './sessions.ts'
import { choiceSchema, maxRowKeyChars } from './story.ts'

export type Mode = (typeof modes)[number]

export type ConsoleTab = (typeof consoleTabs)[number]

const paneSchema = z.object({ visible: z.boolean(), sizePx: z.int().min(0).max(20_000) })

const selectedSchema = z.object({
  agentId: agentIdSchema.optional(),
  /** The agent's card is selected. */
  card: z.boolean().optional(),
  /** Its key contains the agent's index. */
  taskId: z.string().max(maxRowKeyChars).optional(),
  exchangeId: exchangeIdSchema.optional(),
  /** A broken rule, and the agent, or no agent as for a webhook. */
  problem: z.object({ rule: word, agentId: agentIdSchema.optional() }).optional(),
  /** An entry of the record, for a position within it. */
  entrySeq: z.int().optional(),
  pointer: text.optional(),
  spanKey: word.optional(),
  /** A result of a run of checks. */
  test: text.optional(),
})

/** A comparison of a recording with another; by default with the likeliest. */
const comparisonSchema = z.object({ sessionId: sessionIdSchema, withId: sessionIdSchema.optional() })
export type Comparison = z.infer<typeof comparisonSchema>

export const placeSchema = selectedSchema.extend({
  /** By default the live session. */
  session: sessionIdSchema.optional(),
  allSessions: z.boolean().optional(),
  /** The only agent that the console shows. */
  scopeAgentId: agentIdSchema.optional(),
  /** The one chosen with that agent. */
  conversation: choiceSchema.optional(),
  mode: z.enum(modes),
  consoleTab: z.enum(consoleTabs),
  sessions: z
    .array(
      z.object({
        sessionId: sessionIdSchema,
        name: z.string().max(maxNameChars),
        selected: selectedSchema.optional(),
      }),
    )
    .max(maxKeptTabs),
  /** Scroll positions of lists that don't follow their end. */
  scrolled: z
    .array(z.object({ list: z.string().max(maxRowKeyChars + maxNameChars), at: z.number().min(0) }))
    .max(maxScrolled)
    .optional(),
  /** The shown session; by default the live one. */
  current: sessionIdSchema.optional(),
  comparison: comparisonSchema.optional(),
})
export type Place = z.infer<typeof placeSchema>

// Commands with a key of the user's; more than there are commands.
const maxKeyChoices = 500

/** The command may belong to another version. */
const keyChoiceSchema = z.object({ command: word, keys: word.nullable() })
export const keyChoicesSchema = z.array(keyChoiceSchema).max(maxKeyChoices)

/** Grid and column by name; either may belong to another version. */
const columnChoiceSchema = z.object({
  grid: word,
  column: word,
  hidden: z.boolean().exactOptional(),
  widthPx: z.int().min(0).max(20_000).exactOptional(),
})
export type ColumnChoice = z.infer<typeof columnChoiceSchema>

const leastUsualPollMs = 500
/** Between two polls of a task, as the default for calls; a longer interval is refused. */
const maxUsualPollMs = 60_000

/** For agents and messages that have nothing of their own; what is left out is as Parley has it. */
const callDefaultsSchema = timeoutsSchema.extend({
  pollMs: z.int().min(leastUsualPollMs).max(maxUsualPollMs).exactOptional(),
  acceptedOutputModes: z.array(word).max(maxListed).exactOptional(),
  /** Where a card has such an interface. */
  binding: z.enum(bindings).exactOptional(),
})
export type CallDefaults = z.infer<typeof callDefaultsSchema>

/**
 * The window's look and position when it was last used; unchanged members are absent. Stored by the engine, since the origin of
 * a served page changes with every start.
 */
export const preferencesSchema = z
  .object({
    theme: z.enum(['system', 'light', 'dark']),
    density: z.enum(['compact', 'comfortable']),
    /** `system`: as in the system's settings. */
    motion: z.enum(['system', 'reduced']),
    /** `bundled`: the fonts that ship with Parley. */
    fonts: z.enum(['bundled', 'system']),
    /** Prepared prompts of the presenter mode; by default those of the agent's card. */
    prompts: z.array(z.string().max(maxPreparedChars)).max(maxPrompts),
    panes: z.object({
      agents: paneSchema,
      inspector: paneSchema,
      /** Beside Console and Checks, too. */
      agentsBeside: z.boolean().exactOptional(),
      /** Open sections below the agents. */
      unfolded: z
        .array(z.enum(['recordings', 'taps']))
        .max(2)
        .exactOptional(),
    }),
    place: placeSchema,
    keys: keyChoicesSchema,
    /** Commands chosen last in the palette; any may belong to another version. */
    recent: z.array(word).max(maxRecentCommands),
    /** Columns of grids that are hidden or have a width of their own. */
    columns: z.array(columnChoiceSchema).max(maxColumnChoices),
    calls: callDefaultsSchema,
    /** Older sessions are deleted; 0: never. */
    keepDays: z.int().min(0).max(3_650),
  })
  .partial()
export type Preferences = z.infer<typeof preferencesSchema>

export const preferences = {
  read: oc.output(type<Preferences>()),
  /** Absent members stay unchanged: another window may have written them. */
  write: oc.input(preferencesSchema).output(type<{ readonly kept: boolean }>()),
}
