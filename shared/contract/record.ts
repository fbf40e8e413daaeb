import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { hash, id } from '../bounded.ts'
import type { Entry } from '../record/entry.ts'
import type { Packed } from '../record/run.ts'

interface Place {
  /** Pass as `after` of the next read. */
  readonly next: number
  /** The newest entry a reader may see now. */
  readonly latest: number
}

export interface RecordPage extends Place {
  readonly entries: readonly Entry[]
}

/** What a window that follows a stream is sent: `unpack` makes entries of it. */
export interface FollowedPage extends Place {
  readonly packed: readonly Packed[]
  /** What is wrong with the place where the record is kept, if anything. */
  readonly notice?: string
}

export const maxReadLimit = 1000
/** Who follows a stream is sent runs, which are short for what they hold. */
export const maxFollowLimit = 5000
export const maxWaitMs = 30_000

export const record = {
  /** Entries after a cursor. Answers at once when there are any, else when one comes or the wait is over. */
  read: oc
    .input(
      z.object({
        after: z.int().min(0),
        limit: z.int().min(1).max(maxFollowLimit),
        waitMs: z.int().min(0).max(maxWaitMs),
        /** Only this session's; without it, all that this engine recorded. */
        sessionId: id.optional(),
      }),
    )
    .output(type<FollowedPage>()),
  /** How the last exchanges that began up to an entry began and ended: what who reads on from there must know of them. */
  before: oc
    .input(z.object({ place: z.int().min(1), sessionId: id.optional() }))
    .output(type<{ readonly packed: readonly Packed[] }>()),
  /** The entries of one exchange after a cursor, as far as they go now. */
  exchange: oc
    .input(
      z.object({
        exchangeId: id,
        sessionId: id.optional(),
        after: z.int().min(0),
        limit: z.int().min(1).max(maxReadLimit),
      }),
    )
    .output(type<RecordPage>()),
  /** A piece of a body that lies apart from its entry, as base64. */
  body: oc
    .input(
      z.object({
        hash,
        offset: z.int().min(0),
        length: z.int().min(1).max(1_048_576),
      }),
    )
    .output(type<{ readonly base64: string; readonly sizeBytes: number }>()),
  /** A JSON body with marks in place of its files' bytes (shared/record/far-bytes.ts); null when it is gone or still too long. */
  shortened: oc
    .input(z.object({ hash, secret: z.string().regex(/^[0-9a-f-]{16,64}$/) }))
    .output(type<{ readonly text: string | null }>()),
}
