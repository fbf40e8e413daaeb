// What a verb's process and the Parley that runs it say to each other, as JSON; output arrives as bytes, the first of which names the stream.

import { z } from 'zod'
import { maxNameChars } from '#shared/bounded.ts'
import { npmCommand } from '../command-name.ts'

/** Arguments of one verb; more are refused. */
const maxVerbArgs = 1_000
/** Of one argument of a verb, or the path of its folder. */
const maxVerbArgChars = 100_000

const streamSchema = z.object({ isTTY: z.boolean().optional(), columns: z.number().optional() })
const variable = z.string().max(maxNameChars).optional()

export const verbRequestSchema = z.object({
  args: z.array(z.string().max(maxVerbArgChars)).max(maxVerbArgs).readonly(),
  command: z.string().max(maxNameChars).default(npmCommand),
  /** Where its relative paths begin. */
  folder: z.string().max(maxVerbArgChars),
  /** What reports how its terminal is drawn on. */
  env: z.object({ NO_COLOR: variable, TERM: variable }),
  stdout: streamSchema,
  stderr: streamSchema,
})
export type VerbRequest = z.infer<typeof verbRequestSchema>

export const stopSchema = z.object({ stop: z.enum(['SIGINT', 'SIGTERM']) })

export const streams = ['stdout', 'stderr'] as const
