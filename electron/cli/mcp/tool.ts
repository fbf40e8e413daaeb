// What a tool is: a line of the table that the server, docs/MCP.md and its test are made from.

import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Attachment } from '#engine/coding-agents.ts'
import { privateFile, privateFolder } from '#engine/data-folder/private-files.ts'
import { cited } from '#shared/a2a/cited.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { TestResult } from '#shared/checks/run.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import { sessionIdSchema } from '#shared/contract/sessions.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { callerOf } from '#shared/record/program-name.ts'
import { type Answer, maxAnswerTokens } from './tool-result.ts'

/** Files handed to coding agents; the oldest is deleted. */
const maxHandedFiles = 200

/** What a tool works with. */
export interface McpContext {
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
    isConfirming(agentId: string): boolean
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
  run(input: unknown, desk: McpContext): Promise<Answer>
}

export function tool<Input extends z.ZodObject>(made: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly isReadOnly: boolean
  run(input: z.infer<Input>, desk: McpContext): Promise<Answer>
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

// What is too large for an answer: a file in the data folder, for this user alone, whose path the coding agent is given.

interface OwnFiles {
  readonly folder: string
  /** The path; a file that is there already stays. */
  keep(name: string, bytes: string | Uint8Array): Promise<string>
  /** The same in pieces; replaces what is there. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<string>
}

export function openOwnFiles(dataDir: string): OwnFiles {
  const folder = join(dataDir, 'mcp')
  const place = (name: string) => {
    mkdirSync(folder, privateFolder)
    dropOldest(folder)
    return join(folder, safeName(name))
  }
  return {
    folder,
    async keep(name, bytes) {
      const path = place(name)
      if (!existsSync(path)) await writeFile(path, bytes, privateFile)
      return path
    },
    async write(name, pieces) {
      const path = place(name)
      rmSync(path, { force: true })
      for await (const piece of pieces) await appendFile(path, piece, privateFile)
      return path
    },
  }
}

function dropOldest(folder: string): void {
  const paths = readdirSync(folder).map((name) => join(folder, name))
  if (paths.length < maxHandedFiles) return
  const oldest = paths.toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
  for (const path of oldest.slice(0, paths.length - maxHandedFiles + 1)) rmSync(path, { force: true })
}

/** A name may have an agent's words in it. */
function safeName(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '')
}

// One line for each thing that lists have.

export function exchangeRow(row: ExchangeRow): string {
  const { error, warning, info } = row.findings
  const caller = callerOf(row)
  const facts = [
    row.id,
    new Date(row.startedAt).toISOString(),
    row.kind,
    row.label,
    ...(caller === undefined ? [] : [`called through a tap by ${caller}`]),
    row.state,
    ...(row.status === undefined ? [] : [`HTTP ${row.status}`]),
    ...(row.code === undefined ? [] : [`code ${row.code}`]),
    ...(row.frames > 0 ? [`${row.frames} frames`] : []),
    ...(row.endedMs === undefined ? [] : [`${Math.round(row.endedMs)} ms`]),
    ...(error + warning + info > 0 ? [`findings: ${error} errors, ${warning} warnings, ${info} info`] : []),
    ...(row.taskId === undefined ? [] : [`task ${row.taskId}`]),
    ...(row.problem === undefined ? [] : [row.problem]),
  ]
  return facts.join(' · ')
}

export function findingRow({ severity, rule, pointer, message, hint, spec }: Finding): string {
  return `${severity} ${rule} at "${pointer}": ${message} Fix: ${hint} (${cited(spec)})`
}

export function testRow({ outcome, level, testId, name, failure, reason, hint }: TestResult): string {
  const why = failure
    ? `: ${failure.message}${failure.exchangeId === undefined ? '' : ` [exchange ${failure.exchangeId}]`}`
    : reason === undefined
      ? ''
      : `: ${reason}`
  return `${outcome} ${level.toUpperCase()} ${testId} (${name})${why}${hint === undefined || !failure ? '' : ` Fix: ${hint}`}`
}
