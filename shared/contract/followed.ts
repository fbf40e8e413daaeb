// Following what grows: the caller passes the version it has, and the answer waits for another.

import { z } from 'zod'
import { maxProtocolIdChars } from '../bounded.ts'
import { agentIdSchema } from './agents.ts'
import { maxWaitMs } from './constants.ts'
import { sessionIdSchema } from './sessions.ts'

export interface Followed {
  /** Pass it as `seen` of the next call. */
  readonly version: number
  /** How much of what is followed was read, from 0 to 1; all of it if absent. */
  readonly progress?: number
  /** How long the call waited for another version. */
  readonly waitedMs: number
}

export const followed = {
  seen: z.int().min(0).optional(),
  waitMs: z.int().min(0).max(maxWaitMs).optional(),
}

/** Only this session; by default all that this Parley has recorded. */
export const ofSession = { sessionId: sessionIdSchema.optional() }

export const ofTask = {
  taskId: z.string().min(1).max(maxProtocolIdChars),
  /** Task ids of different agents may coincide. */
  agentId: agentIdSchema.optional(),
}
