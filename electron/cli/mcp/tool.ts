// The definition of a tool, of which the server, docs/MCP.md and its test are made.

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
import { maxResultTokens, type ToolText } from './tool-result.ts'

/** Files handed to coding agents; the oldest is deleted. */
const maxHandedFiles = 200

export interface McpContext {
  readonly client: EngineClient
  mask(text: string): string
  readonly files: OwnFiles
  /** Aborts when the coding agent cancels the call. */
  readonly signal: AbortSignal
  /** Aborts with the connection: for work that continues after a call. */
  readonly closing: AbortSignal
  /** With an open window. */
  readonly attachment?: Attachment & {
    /** Whether requests to this agent wait for consent to redirects. */
    isConfirming(agentId: string): boolean
  }
  /** Sent if the coding agent requested progress. */
  progress(message: string, done?: number, total?: number): void
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** The tool changes nothing, here or at an agent. */
  readonly isReadOnly: boolean
  run(input: unknown, context: McpContext): Promise<ToolText>
}

export function tool<Input extends z.ZodObject>(made: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly isReadOnly: boolean
  run(input: z.infer<Input>, context: McpContext): Promise<ToolText>
}): Tool {
  return { ...made, run: (input, context) => made.run(input as z.infer<Input>, context) }
}

/** Time-out of a tool, which then returns the results so far; the work continues. */
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
    .max(maxResultTokens)
    .optional()
    .describe('of the answer (default: 2,000)'),
}

export const ofSession = {
  sessionId: sessionIdSchema.optional().describe('default: the session being recorded'),
}

/** Calls that name a session find any stored one. */
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

/** Returns the milliseconds left. */
export function deadlineAfter(waitMs: number): () => number {
  const end = performance.now() + waitMs
  return () => Math.max(0, Math.round(end - performance.now()))
}

// Results that are too large for an answer: files in the data folder, readable by this user alone, whose paths the answer names.

interface OwnFiles {
  readonly folder: string
  /** Returns the path; an existing file stays. */
  keep(name: string, bytes: string | Uint8Array): Promise<string>
  /** Writes in pieces; replaces an existing file. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<string>
}

export function openOwnFiles(dataDir: string): OwnFiles {
  const folder = join(dataDir, 'mcp')
  const place = (name: string) => {
    mkdirSync(folder, privateFolder)
    dropOldest(folder)
    // A name may contain an agent's words.
    return join(folder, name.replace(/[^\w.-]+/g, '-').replace(/^\.+/, ''))
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

// List rows, a line each.

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
