// What the user has decided about reaching one agent, against or besides its card.

import { z } from 'zod'
import { dialectIds } from '../a2a/dialect.ts'
import { bindings } from '../a2a/model.ts'
import { maxListed, maxPemChars, maxTimeoutS, maxUrlChars, maxWordChars } from '../bounded.ts'

const addressSchema = z.string().min(1).max(maxUrlChars)

const seconds = z.int().min(1).max(maxTimeoutS)

/** What is left out is as usual. */
export const timeoutsSchema = z.object({
  /** Until there is a connection. */
  connectSeconds: seconds.exactOptional(),
  /** Until an answer begins. */
  answerSeconds: seconds.exactOptional(),
  /** Of silence within a stream; none is the usual. */
  silenceSeconds: seconds.exactOptional(),
})
export type Timeouts = z.infer<typeof timeoutsSchema>

/** How a connection is made; what is left out is as usual. A proxy's password would be kept in the clear, so it takes none. */
export const networkSchema = z.object({
  acceptInvalidCertificate: z.literal(true).exactOptional(),
  /** Certificates to trust beside the usual ones. */
  caPem: z.string().min(1).max(maxPemChars).exactOptional(),
  proxyUrl: z
    .string()
    .max(maxUrlChars)
    .regex(/^https?:\/\/[^\s/@?#]+\/?$/i, 'A proxy is named as http://host:port, without a password.')
    .exactOptional(),
  /** HTTP/1.1 also where a server offers more; gRPC is HTTP/2 always. */
  onlyHttp1: z.literal(true).exactOptional(),
  /** Each request names the trace that it begins, for agents that write spans of their own. */
  traceparent: z.literal(true).exactOptional(),
  ...timeoutsSchema.shape,
})
export type NetworkSettings = z.infer<typeof networkSchema>

export const connectionSettingsSchema = z.object({
  /** The way in to take whatever the card says. `url` as the card spells it, or any other. */
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
  /** How files go over `a2a.v1`, where the agent does not take them as the protocol says. */
  fileBytes: z.literal('encoded-twice').exactOptional(),
  network: networkSchema.exactOptional(),
})
export type ConnectionSettings = z.infer<typeof connectionSettingsSchema>
