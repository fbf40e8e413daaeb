// What a tool is: a line of the table that the server, docs/MCP.md and its test are made from.

import { z } from 'zod'
import type { Attachment } from '#engine/coding-agents.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import { sessionIdSchema } from '#shared/contract/sessions.ts'
import { type Answer, maxAnswerTokens } from './answer.ts'
import type { OwnFiles } from './own-files.ts'

/** What a tool works with. */
export interface Desk {
  readonly client: EngineClient
  /** Takes secrets out of what leaves. */
  mask(text: string): string
  readonly files: OwnFiles
  /** Ends when the coding agent cancels the call. */
  readonly signal: AbortSignal
  /** Ends with the connection: for what goes on after a call. */
  readonly closing: AbortSignal
  /** Where a person watches. */
  readonly attachment?: Attachment & {
    /** Whether a request to this agent waits for an answer about a redirect. */
    isAsking(agentId: string): boolean
  }
  /** Reaches the coding agent where it asked to be told. */
  progress(message: string, done?: number, total?: number): void
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** It changes nothing, here or at an agent. */
  readonly isReadOnly: boolean
  run(input: unknown, desk: Desk): Promise<Answer>
}

export function tool<Input extends z.ZodObject>(made: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly isReadOnly: boolean
  run(input: z.infer<Input>, desk: Desk): Promise<Answer>
}): Tool {
  return { ...made, run: (input, desk) => made.run(input as z.infer<Input>, desk) }
}

/** Time a tool waits before it answers with what there is; the work goes on. */
const maxToolWaitMs = 600_000
const usualWaitMs = 45_000
const leastTokens = 800

export const paging = {
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, 'pass the cursor of the answer before, as it came')
    .optional()
    .describe('where the answer before ended'),
  maxTokens: z
    .int()
    .min(leastTokens)
    .max(maxAnswerTokens)
    .optional()
    .describe('of the answer (default: 2,000)'),
}

export const ofSession = {
  sessionId: sessionIdSchema.optional().describe('default: the session being recorded'),
}

/** The record has every session that is kept. */
export async function sessionOr(client: EngineClient, sessionId: string | undefined): Promise<string> {
  const chosen = sessionId ?? (await client.sessions.recording()).session?.id
  if (chosen === undefined) throw new Fault('bad-input', 'Nothing is being recorded: name a sessionId.')
  return chosen
}

export const waiting = {
  waitMs: z
    .int()
    .min(0)
    .max(maxToolWaitMs)
    .default(usualWaitMs)
    .describe('how long to wait; the work isn’t stopped after it'),
}

/** How much of the time is left. */
export function deadlineAfter(waitMs: number): () => number {
  const end = performance.now() + waitMs
  return () => Math.max(0, Math.round(end - performance.now()))
}
