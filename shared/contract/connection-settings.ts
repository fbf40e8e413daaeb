// The user's settings for reaching one agent, overriding or complementing its card.

import { z } from 'zod'
import { dialectIds } from '../a2a/dialect.ts'
import { bindings } from '../a2a/model.ts'
import { maxListed, maxPemChars, maxTimeoutS, maxUrlChars, maxWordChars } from '../bounded.ts'

const addressSchema = z.string().min(1).max(maxUrlChars)

const seconds = z.int().min(1).max(maxTimeoutS)

/** Absent members have the default. */
export const timeoutsSchema = z.object({
  /** Until the connection is open. */
  connectSeconds: seconds.exactOptional(),
  /** Until the response begins. */
  answerSeconds: seconds.exactOptional(),
  /** Silence within a stream; by default unlimited. */
  silenceSeconds: seconds.exactOptional(),
})
export type Timeouts = z.infer<typeof timeoutsSchema>

/** How a connection is made; absent members have the default. A proxy's password would be stored in plain text, so none is accepted. */
export const networkSchema = z.object({
  acceptInvalidCertificate: z.literal(true).exactOptional(),
  /** Certificates to trust besides the default ones. */
  caPem: z.string().min(1).max(maxPemChars).exactOptional(),
  proxyUrl: z
    .string()
    .max(maxUrlChars)
    .regex(/^https?:\/\/[^\s/@?#]+\/?$/i, 'A proxy is named as http://host:port, without a password.')
    .exactOptional(),
  /** HTTP/1.1 even if a server offers more; gRPC is always HTTP/2. */
  onlyHttp1: z.literal(true).exactOptional(),
  /** Each request names the trace that it begins, for agents that record spans. */
  traceparent: z.literal(true).exactOptional(),
  ...timeoutsSchema.shape,
})
export type NetworkSettings = z.infer<typeof networkSchema>

export const connectionSettingsSchema = z.object({
  /** The interface to use whatever the card declares. `url` as in the card, or any other. */
  forced: z
    .object({
      url: addressSchema,
      binding: z.enum(bindings),
      dialect: z.enum(dialectIds),
      tenant: z.string().max(maxWordChars).optional(),
    })
    .optional(),
  /** Addresses of the card to replace, as the card spells them. */
  substitutes: z.array(z.object({ from: z.string().max(maxUrlChars), to: addressSchema })).max(maxListed),
  /** Extensions that calls activate. */
  extensions: z.array(z.string().min(1).max(maxUrlChars)).max(maxListed),
  /** How files are sent over `a2a.v1`, where the agent does not accept them as specified. */
  fileBytes: z.literal('encoded-twice').exactOptional(),
  network: networkSchema.exactOptional(),
})
export type ConnectionSettings = z.infer<typeof connectionSettingsSchema>
