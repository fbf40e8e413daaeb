import { z } from 'zod'
import { maxNameChars, maxUrlChars } from '../bounded.ts'

const agentSchema = z.object({
  kind: z.literal('agent'),
  address: z.string().min(1).max(maxUrlChars),
  by: z.enum(['user', 'link']),
})
const sessionSchema = z.object({ kind: z.literal('session'), named: z.string().min(1).max(maxNameChars) })

/**
 * What Parley was asked to open from outside its window: on the command line, by a second start, or by a link. A link is
 * not the user's own word, so the window asks before it connects.
 */
export const openingSchema = z.discriminatedUnion('kind', [
  agentSchema,
  sessionSchema,
  z.object({ kind: z.literal('file'), path: z.string().max(maxUrlChars).endsWith('.parley') }),
])
export type Opening = z.infer<typeof openingSchema>

/** The same as a window learns it: a file is known by what to import, its path stays with the engine. */
export const windowOpeningSchema = z.discriminatedUnion('kind', [
  agentSchema,
  sessionSchema,
  z.object({ kind: z.literal('file'), uploadId: z.string(), name: z.string() }),
])
export type WindowOpening = z.infer<typeof windowOpeningSchema>
