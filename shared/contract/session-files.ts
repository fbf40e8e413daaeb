// Exports a session to a file, and imports one. Files cross in pieces, so that neither side holds one whole.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxChosen, maxIdChars, maxPieceBytes, maxProtocolIdChars } from '../bounded.ts'
import { sessionIdSchema } from './sessions.ts'

/** What to export. The cards that were read are included. */
const selectionSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('session') }),
  z.object({ of: z.literal('task'), taskId: z.string().min(1).max(maxProtocolIdChars) }),
  z.object({ of: z.literal('context'), contextId: z.string().min(1).max(maxProtocolIdChars) }),
  z.object({
    of: z.literal('exchanges'),
    exchangeIds: z.array(z.string().min(1).max(maxIdChars)).min(1).max(maxChosen),
  }),
])
export type Selection = z.infer<typeof selectionSchema>

/** `otlp`: OpenTelemetry traces as lines of JSON; `otlp-protobuf`: the same as bytes. */
export const fileFormats = ['parley', 'html', 'har', 'ndjson', 'otlp', 'otlp-protobuf'] as const
export type FileFormat = (typeof fileFormats)[number]

export interface ProgressStep {
  readonly kind: 'progress'
  readonly done: number
  readonly total: number
}

export type ExportStep =
  | ProgressStep
  /** Read it with `readExport`, then `dropExport`. */
  | {
      readonly kind: 'ready'
      readonly exportId: string
      readonly fileName: string
      readonly sizeBytes: number
    }

export type ImportStep =
  | ProgressStep
  /** Nothing was stored: the file is incomplete. `damaged: 'take-whole-part'` imports its intact part. */
  | { readonly kind: 'damaged'; readonly sentence: string; readonly entries: number }
  | { readonly kind: 'done'; readonly sessionId: string; readonly name: string; readonly sentence?: string }

const pieceSchema = z.string().max(Math.ceil(maxPieceBytes / 3) * 4)
const transferId = z.string().min(1).max(maxIdChars)

export const sessionFiles = {
  exporting: oc
    .input(
      z.object({
        sessionId: sessionIdSchema,
        selection: selectionSchema,
        format: z.enum(fileFormats),
        /** Restores masked secrets, as far as they are remembered. Never in a `.parley` file. */
        secrets: z.boolean().optional(),
        /** Includes the text of messages in traces. */
        messageText: z.boolean().optional(),
      }),
    )
    .output(eventIterator(type<ExportStep>())),
  readExport: oc
    .input(
      z.object({
        exportId: transferId,
        offset: z.int().min(0),
        length: z.int().min(1).max(maxPieceBytes),
      }),
    )
    .output(type<{ readonly base64: string }>()),
  dropExport: oc.input(z.object({ exportId: transferId })).output(type<{ readonly dropped: boolean }>()),
  beginUpload: oc.output(type<{ readonly uploadId: string }>()),
  /** Pieces in order, each after the answer to the previous one. */
  upload: oc
    .input(z.object({ uploadId: transferId, base64: pieceSchema }))
    .output(type<{ readonly receivedBytes: number }>()),
  /** Imports the uploaded file. A damaged one is kept, for another attempt. */
  importing: oc
    .input(z.object({ uploadId: transferId, damaged: z.enum(['refuse', 'take-whole-part']) }))
    .output(eventIterator(type<ImportStep>())),
  dropUpload: oc.input(z.object({ uploadId: transferId })).output(type<{ readonly dropped: boolean }>()),
}
