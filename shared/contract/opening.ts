import { z } from 'zod'

/**
 * What Parley was asked to open from outside its window: on the command line, by a second start, or by a link. A link is
 * not the user's own word, so the window asks before it connects.
 */
export const openingSchema = z.object({
  kind: z.literal('agent'),
  address: z.string().min(1).max(8192),
  by: z.enum(['user', 'link']),
})

export type Opening = z.infer<typeof openingSchema>
