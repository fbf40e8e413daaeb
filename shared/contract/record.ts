import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxPieceBytes } from '../bounded.ts'
import type { Entry } from '../record/entry.ts'
import { hash, id } from '../schemas.ts'
import { maxReadRows } from './constants.ts'

export interface RecordPage {
  readonly entries: readonly Entry[]
  /** Pass as `after` of the next read. */
  readonly next: number
  /** The newest entry that readers may see. */
  readonly latest: number
}

export const record = {
  /** The entries of one exchange after a cursor, up to the present. */
  exchange: oc
    .input(
      z.object({
        exchangeId: id,
        sessionId: id.optional(),
        after: z.int().min(0),
        limit: z.int().min(1).max(maxReadRows),
      }),
    )
    .output(type<RecordPage>()),
  /** A piece of a body that is stored apart from its entry, as base64. */
  body: oc
    .input(
      z.object({
        hash,
        offset: z.int().min(0),
        length: z.int().min(1).max(maxPieceBytes),
      }),
    )
    .output(type<{ readonly base64: string; readonly sizeBytes: number }>()),
  /** A JSON body with marks in place of its files' bytes (shared/record/entry-body.ts); null when it was deleted or is still too long. */
  shortened: oc
    .input(z.object({ hash, secret: z.string().regex(/^[0-9a-f-]{16,64}$/) }))
    .output(type<{ readonly text: string | null }>()),
}
