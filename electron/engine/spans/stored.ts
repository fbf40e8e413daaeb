// What the receiver of spans keeps between two starts: whether it is on, and where.

import { join } from 'node:path'
import { z } from 'zod'
import { spanReceiverSettingsSchema } from '#shared/contract/spans.ts'
import { type JsonFile, openJsonFile } from '../json-file.ts'

const fileSchema = z.object({
  version: z.literal(1),
  enabled: z.boolean(),
  settings: spanReceiverSettingsSchema,
  /** The ports it had, to be had again. */
  lastPorts: z.object({ http: z.number(), grpc: z.number() }).optional(),
})
export type SpanReceiverFile = z.infer<typeof fileSchema>

export function openSpanReceiverFile(dataDir: string): Promise<JsonFile<SpanReceiverFile>> {
  return openJsonFile<SpanReceiverFile>(join(dataDir, 'spans.json'), fileSchema, {
    version: 1,
    enabled: false,
    settings: { host: '127.0.0.1' },
  })
}
