// Removals by a window: hidden at once, removed when the time to undo is over.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxChosen, maxNameChars } from '../bounded.ts'
import { id } from '../schemas.ts'
import { protocolIdSchema } from './operation.ts'

const removedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('agent'), agentId: id }),
  z.object({ kind: z.literal('tap'), tapId: id }),
  z.object({ kind: z.literal('session'), sessionId: id }),
  z.object({ kind: z.literal('context'), agentId: id, contextId: protocolIdSchema }),
])
export type Removed = z.infer<typeof removedSchema>

export const removalSchema = z.object({
  id,
  /** One undo restores all of them. */
  objects: z.array(removedSchema).min(1).max(maxChosen),
  /** Their common name in windows. */
  name: z.string().max(maxNameChars),
})
export type Removal = z.infer<typeof removalSchema>

export const removals = {
  /**
   * Hides agents, taps, sessions or contexts from their lists and removes them 10 s later, with or without a window: an engine
   * that closes removes them at that time, a killed one when it starts again. Until then a tap forwards. A session that is
   * being recorded, or in which checks run, can't be removed.
   */
  begin: oc.input(removalSchema.omit({ id: true })).output(type<Removal>()),
  /** Restores all of it. False where that is too late. */
  undo: oc.input(z.object({ removalId: id })).output(type<{ readonly undone: boolean }>()),
  /** Those that can be undone, the oldest first, and again whenever something was removed, hidden or restored. */
  follow: oc.output(eventIterator(type<readonly Removal[]>())),
}
