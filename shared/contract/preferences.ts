import { oc, type } from '@orpc/contract'
import { z } from 'zod'

const paneSchema = z.object({ visible: z.boolean(), sizePx: z.int().min(0).max(20_000) })

/** How the window looked when it was last used. Kept by the engine: a served page changes its origin with every start. */
export const preferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** What is prepared to be said in presenter mode; without it, what the agent's card suggests. */
  prompts: z.array(z.string().max(4_000)).max(9).optional(),
  panes: z.object({ agents: paneSchema, timeline: paneSchema, console: paneSchema }),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const preferences = {
  read: oc.output(type<Preferences | null>()),
  write: oc.input(preferencesSchema).output(type<{ readonly kept: boolean }>()),
}
