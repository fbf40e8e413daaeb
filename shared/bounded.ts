// Schemas of what nearly everything is made of, with the bounds that hold for whatever comes from outside.

import { z } from 'zod'

export const text = z.string().max(1_000_000)
export const word = z.string().max(8_192)
export const count = z.int().min(0)
export const id = z.string().min(1).max(64)
/** SHA-256. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Names and values in the order and spelling of the wire, as many as a head of 64 KB has room for. */
export const headers = z.array(z.tuple([word, text])).max(65_536)
