// Coding agents that use this Parley's tools (`parley-a2a mcp --attach`): which are attached, what each does, and a way to end
// it.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars } from '../bounded.ts'

/** Something a coding agent can't do, but a person can: it waits for that. */
export interface Consent {
  readonly what: 'origins' | 'credentials' | 'redirect'
  readonly agentId: string
}

export interface CodingAgentCall {
  readonly tool: string
  /** Its arguments, masked and cut to a line. */
  readonly given: string
}

export interface AttachedAgent {
  readonly id: string
  /** From its first call. */
  readonly name?: string
  readonly calls: number
  readonly last?: CodingAgentCall & { readonly isRunning: boolean }
  readonly waitsFor?: Consent
}

export const codingAgents = {
  /** All of them, whenever one changes, for as long as the window listens. */
  follow: oc.output(eventIterator(type<readonly AttachedAgent[]>())),
  /** Ends the attachment and its running calls. False when it had ended before. */
  stop: oc.input(z.object({ id: z.string().max(maxIdChars) })).output(type<{ readonly stopped: boolean }>()),
}
