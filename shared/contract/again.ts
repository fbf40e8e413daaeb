// Sends requests once more, edited or written by hand. They are recorded like any other; the answer is the exchange's id.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { type DialectId, dialectIds } from '../a2a/dialect.ts'
import { type Binding, bindings } from '../a2a/model.ts'
import { maxUrlChars, maxValueChars, maxWordChars } from '../bounded.ts'
import type { RawHeaders } from '../record/entry.ts'
import { word } from '../schemas.ts'
import { agentIdSchema } from './agents.ts'
import { exchangeIdSchema } from './console.ts'

/** Of a body that a window edits; a larger one is refused, and can be resent as it was. */
export const maxDraftBytes = 4 * 1024 * 1024

export interface RequestDraft {
  readonly agentId?: string
  readonly dialect?: DialectId
  readonly binding?: Binding
  readonly method: string
  readonly url: string
  /** With marks in place of secrets; the engine restores them when it sends to the same address. */
  readonly headers: RawHeaders
  readonly body: DraftBody
}

type DraftBody =
  | { readonly kind: 'none' }
  /** Over gRPC, the message as ProtoJSON. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly base64: string }

export interface Sent {
  readonly exchangeId: string
}

const exchange = z.object({ exchangeId: exchangeIdSchema })
/** Headers of a request that is written by hand; one more is refused. */
const maxWrittenHeaders = 500
/** Of a body sent as it was written, text or base64; refused. */
const maxWrittenChars = 2 * maxDraftBytes

const bodySchema: z.ZodType<DraftBody> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('text'), text: z.string().max(maxWrittenChars) }),
  z.object({ kind: z.literal('bytes'), base64: z.base64().max(maxWrittenChars) }),
])

const waySchema = z.object({
  url: z.string().min(1).max(maxUrlChars),
  dialect: z.enum(dialectIds),
  binding: z.enum(bindings),
  tenant: z.string().max(maxWordChars).exactOptional(),
})

const requestSchema = z.object({
  agentId: agentIdSchema.exactOptional(),
  dialect: z.enum(dialectIds).exactOptional(),
  binding: z.enum(bindings).exactOptional(),
  method: z.string().min(1).max(maxWordChars),
  url: z.string().min(1).max(maxValueChars),
  headers: z.array(z.tuple([word, z.string().max(maxValueChars)])).max(maxWrittenHeaders),
  body: bodySchema,
  /** The exchange whose secrets the marks refer to. */
  from: exchangeIdSchema.exactOptional(),
  /** Adds the agent's credentials, where its origins are approved. */
  credentials: z.boolean(),
})
export type HandWrittenRequest = z.infer<typeof requestSchema>

export const again = {
  /** A request as an editable draft. */
  draft: oc.input(exchange).output(type<RequestDraft>()),
  /** Byte for byte. Returns when the request is under way. */
  resend: oc.input(exchange).output(type<Sent>()),
  send: oc.input(requestSchema).output(type<Sent>()),
  /** The operation of the exchange in another version or binding. Returns when the agent has answered. */
  inOtherWay: oc.input(exchange.extend({ way: waySchema })).output(type<Sent>()),
}
