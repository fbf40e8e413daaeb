// What the user has decided about reaching one agent, against or besides its card.

import { z } from 'zod'
import { dialectIds } from '../a2a/dialect.ts'
import { bindings } from '../a2a/model.ts'

const addressSchema = z.string().min(1).max(8192)

export const connectionSettingsSchema = z.object({
  /** The way in to take whatever the card says. `url` as the card spells it, or any other. */
  forced: z
    .object({
      url: addressSchema,
      binding: z.enum(bindings),
      dialect: z.enum(dialectIds),
      tenant: z.string().max(1024).optional(),
    })
    .optional(),
  /** Addresses of the card to replace, as the card spells them. */
  substitutes: z.array(z.object({ from: z.string().max(8192), to: addressSchema })).max(100),
  /** Extensions that calls activate. */
  extensions: z.array(z.string().min(1).max(2048)).max(100),
  /** How files go over `a2a.v1`, where the agent does not take them as the protocol says. */
  fileBytes: z.literal('encoded-twice').exactOptional(),
})
export type ConnectionSettings = z.infer<typeof connectionSettingsSchema>

export const defaultConnectionSettings: ConnectionSettings = { substitutes: [], extensions: [] }
