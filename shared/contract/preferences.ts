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
  /** That agent's card is selected. */
  card: z.boolean().optional(),
  /** The agent's number is in its key. */
  taskId: z.string().max(maxRowKeyChars).optional(),
  exchangeId: exchangeIdSchema.optional(),
  /** A rule that an agent broke, or, as for a webhook, no agent. */
  problem: z.object({ rule: word, agentId: agentIdSchema.optional() }).optional(),
  /** An entry of the record, and the place in it. */
  entrySeq: z.int().optional(),
  pointer: text.optional(),
  spanKey: word.optional(),
  /** A result of a run of checks. */
  test: text.optional(),
})

/** Of a recording with another; without that, with the likeliest. */
const comparisonSchema = z.object({ sessionId: sessionIdSchema, withId: sessionIdSchema.optional() })
export type Comparison = z.infer<typeof comparisonSchema>

export const placeSchema = selectedSchema.extend({
  /** The live session then: in another one nothing is selected yet. */
  session: sessionIdSchema.optional(),
  allSessions: z.boolean().optional(),
  /** The only one that the console shows. */
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
  /** Where its lists stand that don't follow their end. */
  scrolled: z
    .array(z.object({ list: z.string().max(maxRowKeyChars + maxNameChars), at: z.number().min(0) }))
    .max(maxScrolled)
    .optional(),
  /** The session that is looked at; the live one where there is none. */
  current: sessionIdSchema.optional(),
  comparison: comparisonSchema.optional(),
})
export type Place = z.infer<typeof placeSchema>

// Commands whose key is another than the list's; more than there are commands.
const maxKeyChoices = 500

/** The command may be one of another version. */
const keyChoiceSchema = z.object({ command: word, keys: word.nullable() })
export const keyChoicesSchema = z.array(keyChoiceSchema).max(maxKeyChoices)

/** Grid and column by their names; either may be one of another version. */
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
  /** Where a card has an interface of it. */
  binding: z.enum(bindings).exactOptional(),
})
export type CallDefaults = z.infer<typeof callDefaultsSchema>

/**
 * How the window looked when it was last used, and where it was; what was never changed is not in it. Kept by the engine: a served page
 * changes its origin with every start.
 */
export const preferencesSchema = z
  .object({
    theme: z.enum(['system', 'light', 'dark']),
    density: z.enum(['compact', 'comfortable']),
    /** `system`: as the system has it. */
    motion: z.enum(['system', 'reduced']),
    /** `bundled`: those that Parley brings. */
    fonts: z.enum(['bundled', 'system']),
    /** What is prepared to be said in presenter mode; without it, what the agent's card suggests. */
    prompts: z.array(z.string().max(maxPreparedChars)).max(maxPrompts),
    panes: z.object({
      agents: paneSchema,
      inspector: paneSchema,
      /** Beside Console and Checks, too. */
      agentsBeside: z.boolean().exactOptional(),
      /** Of what is folded below the agents. */
      unfolded: z
        .array(z.enum(['recordings', 'taps']))
        .max(2)
        .exactOptional(),
    }),
    place: placeSchema,
    keys: keyChoicesSchema,
    /** Commands, those chosen last in the palette; any may be one of another version. */
    recent: z.array(word).max(maxRecentCommands),
    /** Of grids, those that are hidden or have a width of their own. */
    columns: z.array(columnChoiceSchema).max(maxColumnChoices),
    calls: callDefaultsSchema,
    /** Sessions are deleted when they are older; 0: never. */
    keepDays: z.int().min(0).max(3_650),
  })
  .partial()
export type Preferences = z.infer<typeof preferencesSchema>

export const preferences = {
  read: oc.output(type<Preferences>()),
  /** Members that are left out stay as they are: another window may have changed them. */
  write: oc.input(preferencesSchema).output(type<{ readonly kept: boolean }>()),
}
