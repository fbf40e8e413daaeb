import { oc, type } from '@orpc/contract'
import { z } from 'zod'

/** Of a prepared prompt; the field takes no more. */
export const maxPreparedChars = 4_000
/** Prompts of the presenter, as many as there are keys for. */
export const maxPrompts = 9

const paneSchema = z.object({ visible: z.boolean(), sizePx: z.int().min(0).max(20_000) })

/** How the window looked when it was last used. Kept by the engine: a served page changes its origin with every start. */
export const preferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** What is prepared to be said in presenter mode; without it, what the agent's card suggests. */
  prompts: z.array(z.string().max(maxPreparedChars)).max(maxPrompts).optional(),
  panes: z.object({ agents: paneSchema, timeline: paneSchema, console: paneSchema }),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const preferences = {
  read: oc.output(type<Preferences | null>()),
  write: oc.input(preferencesSchema).output(type<{ readonly kept: boolean }>()),
}
