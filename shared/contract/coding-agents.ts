// Coding agents that use this Parley's tools (`parley-a2a mcp --attach`): who, what each does, and an end to it.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars } from '../bounded.ts'

/** What a coding agent can't do, and a person can: it waits for that. */
export interface Consent {
  readonly what: 'origins' | 'credentials' | 'redirect'
  readonly agentId: string
}

export interface CodingAgentCall {
  readonly tool: string
  /** What it was called with, masked and cut to a line. */
  readonly given: string
}

export interface AttachedAgent {
  readonly id: string
  /** As it names itself, from its first call. */
  readonly name?: string
  readonly calls: number
  readonly last?: CodingAgentCall & { readonly isRunning: boolean }
  readonly waitsFor?: Consent
}

export const codingAgents = {
  /** All of them, whenever something of one changes, for as long as the window listens. */
  follow: oc.output(eventIterator(type<readonly AttachedAgent[]>())),
  /** Ends the attachment and all that its calls do. False when it has ended before. */
  stop: oc.input(z.object({ id: z.string().max(maxIdChars) })).output(type<{ readonly stopped: boolean }>()),
}
