// JSON messages between a verb's process and the Parley that runs it. Output is sent as bytes; the first names the stream.

import { z } from 'zod'
import { maxNameChars } from '#shared/bounded.ts'
import { npmCommand } from '../command-name.ts'

/** Arguments of one verb; more are refused. */
const maxVerbArgs = 1_000
/** Length of one argument, or of the path of the working directory. */
const maxVerbArgChars = 100_000

const streamSchema = z.object({ isTTY: z.boolean().optional(), columns: z.number().optional() })
const variable = z.string().max(maxNameChars).optional()

export const verbRequestSchema = z.object({
  args: z.array(z.string().max(maxVerbArgChars)).max(maxVerbArgs).readonly(),
  command: z.string().max(maxNameChars).default(npmCommand),
  /** The working directory, for relative paths. */
  folder: z.string().max(maxVerbArgChars),
  /** Variables that decide about colors. */
  env: z.object({ NO_COLOR: variable, TERM: variable }),
  stdout: streamSchema,
  stderr: streamSchema,
})
export type VerbRequest = z.infer<typeof verbRequestSchema>

export const stopSchema = z.object({ stop: z.enum(['SIGINT', 'SIGTERM']) })

export const streams = ['stdout', 'stderr'] as const
