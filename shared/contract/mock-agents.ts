// Recorded sessions that answer on a loopback port as their agents did.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxUrlChars } from '../bounded.ts'
import { agentIdSchema } from './agents.ts'
import { sessionIdSchema } from './sessions.ts'

/** `shortened`: waits are cut to a moment. */
export const mockPaces = ['recorded', 'shortened', 'at-once'] as const
export type MockPace = (typeof mockPaces)[number]

export interface MockAgent {
  readonly sessionId: string
  readonly agentId: string
  /** The name of the agent. */
  readonly name: string
  readonly address: string
  readonly pace: MockPace
  /** Number of recorded calls it can answer. */
  readonly calls: number
  /** Webhook calls that it sends to callers that register a webhook as in the session. */
  readonly webhookCalls: number
  /** They may leave this machine. */
  readonly anywhere: boolean
}

export const mockAgents = {
  list: oc.output(type<readonly MockAgent[]>()),
  /** Answers on a loopback port as this agent did in the session, until it is stopped or Parley ends. */
  start: oc
    .input(
      z.object({
        sessionId: sessionIdSchema,
        agentId: agentIdSchema,
        pace: z.enum(mockPaces),
        anywhere: z.boolean().default(false),
      }),
    )
    .output(type<MockAgent>()),
  stop: oc
    .input(z.object({ address: z.string().max(maxUrlChars) }))
    .output(type<{ readonly stopped: boolean }>()),
}
