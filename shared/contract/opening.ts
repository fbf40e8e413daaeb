import { z } from 'zod'
import { maxNameChars, maxUrlChars } from '../bounded.ts'

const agentSchema = z.object({
  kind: z.literal('agent'),
  address: z.string().min(1).max(maxUrlChars),
  by: z.enum(['user', 'link']),
})
const sessionSchema = z.object({ kind: z.literal('session'), named: z.string().min(1).max(maxNameChars) })

/**
 * A request from outside the window to open something: by the command line, a second start, or a link. A link may be from
 * anyone, so the window connects to it only after a question.
 */
export const openingSchema = z.discriminatedUnion('kind', [
  agentSchema,
  sessionSchema,
  z.object({ kind: z.literal('file'), path: z.string().max(maxUrlChars).endsWith('.parley') }),
])
export type Opening = z.infer<typeof openingSchema>

/** The same for a window: a file has an id to import it by, its path stays with the engine. */
export const windowOpeningSchema = z.discriminatedUnion('kind', [
  agentSchema,
  sessionSchema,
  z.object({ kind: z.literal('file'), uploadId: z.string(), name: z.string() }),
])
export type WindowOpening = z.infer<typeof windowOpeningSchema>
