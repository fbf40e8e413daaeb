// What grows is requested with the version that is known: the answer waits for another.

import { z } from 'zod'
import { maxProtocolIdChars } from '../bounded.ts'
import { agentIdSchema } from './agents.ts'
import { maxWaitMs } from './constants.ts'
import { sessionIdSchema } from './sessions.ts'

export interface Followed {
  /** Pass it on to wait for another. */
  readonly version: number
  /** For another version than the one that was seen. */
  readonly waitedMs: number
}

export const followed = {
  seen: z.int().min(0).optional(),
  waitMs: z.int().min(0).max(maxWaitMs).optional(),
}

/** Only what one session says; without it, all that this Parley has recorded. */
export const ofSession = { sessionId: sessionIdSchema.optional() }

export const ofTask = {
  taskId: z.string().min(1).max(maxProtocolIdChars),
  /** Task ids of different agents may coincide. */
  agentId: agentIdSchema.optional(),
}
