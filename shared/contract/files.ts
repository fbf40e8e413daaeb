// Files that an agent references by URL. They are fetched on an explicit call only, recorded like any exchange, and read from
// the record.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxUrlChars } from '../bounded.ts'
import { agentIdSchema } from './agents.ts'
import type { CallOutcome } from './operation.ts'

export interface FetchedFile extends CallOutcome {
  /** Absent when no body arrived. */
  readonly file?: {
    readonly status: number
    /** `Content-Type` of the response. */
    readonly mediaType?: string
    readonly base64?: string
    /** The body's hash in the record, when it is not included here. */
    readonly hash?: string
    readonly sizeBytes: number
    /** Its address after redirects. */
    readonly url: string
  }
  /** Why there is none. */
  readonly reason?: string
}

export const files = {
  /** Credentials are sent to approved origins, as with any call to the agent. */
  fetch: oc
    .input(z.object({ agentId: agentIdSchema, url: z.url({ protocol: /^https?$/ }).max(maxUrlChars) }))
    .output(type<FetchedFile>()),
}
