// Files that an agent names by URL. They are fetched on an explicit call only, recorded like any exchange, and read from the record.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxUrlChars } from '../bounded.ts'
import { agentIdSchema } from './agents.ts'
import type { CallOutcome } from './operation.ts'

export interface FetchedFile extends CallOutcome {
  /** Absent when no body arrived. */
  readonly file?: {
    readonly status: number
    /** `Content-Type` as it arrived. */
    readonly mediaType?: string
    readonly base64?: string
    /** Where it lies in the record, when it does not travel along. */
    readonly hash?: string
    readonly sizeBytes: number
    /** Where it was from after redirects. */
    readonly url: string
  }
  /** Why there is none. */
  readonly reason?: string
}

export const files = {
  /** Credentials go along to origins the user approved, as with any call to the agent. */
  fetch: oc
    .input(z.object({ agentId: agentIdSchema, url: z.url({ protocol: /^https?$/ }).max(maxUrlChars) }))
    .output(type<FetchedFile>()),
}
